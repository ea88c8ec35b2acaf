import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { redeemConsoleCode } from '../../../engine/accounts/console-link.ts';
import { SluiceError } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { readConsoleFiles } from '../../console/files.ts';
import type { ConsoleFile } from '../../console/files.ts';
import { createPage, PAGE_HEADERS } from '../../console/page.ts';

/** The console: its files below `/console/assets/`, and at every other address below `/console/` the page that shows it. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    if (app.config.console) serveConsole(app);
    done();
  },
  { name: 'web-console', dependencies: ['connections', 'errors', 'secrets', 'web-browsers'] },
);

function serveConsole(app: FastifyInstance): void {
  const load = loadOnce(async () => {
    const files = await readConsoleFiles();
    return { files, page: createPage([...files.keys()]) };
  });

  // A clone compiles for a second, which the first visitor would wait for; a failure is reported to that one.
  app.addHook('onListen', () => void load().catch(() => undefined));

  // Relative, because a proxy can serve the API below a path.
  app.get('/console', (_request, reply) => reply.redirect('console/', 308));

  const lookups = createFairQueue({ slots: LOOKUPS, slotsPerKey: LOOKUPS, waitingPerKey: WAITING_LOOKUPS });

  // The code comes in a header: without a key no body is read.
  app.post('/console/sign-in', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const code = request.headers['sluice-console-code'];
    const key = typeof code === 'string' ? await redeem(request, code) : null;
    if (key === null) throw new SluiceError('not_found', USED);
    return success({ api_key: key });
  });

  async function redeem({ db }: FastifyRequest, code: string): Promise<string | null> {
    const found = await refuseFullQueue(FULL, () => lookups.run('', () => redeemConsoleCode(db, code)));
    return found && app.secrets.open(found.encryptedCredential, found.credentialHash);
  }

  app.get<Asset>('/console/assets/:name', async (request, reply) => {
    const file = (await load()).files.get(request.params.name);
    if (file === undefined) return reply.callNotFound();
    return sendFile(request, reply, file);
  });

  app.get<Below>('/console/*', async (request, reply) => {
    const { page } = await load();
    const [path = ''] = request.url.split('?', 1);
    return reply.headers(PAGE_HEADERS).send(page(path.slice('/console/'.length)));
  });
}

/** Links that are looked up at a time, and that wait for that: their senders have shown no key. */
const LOOKUPS = 2;
const WAITING_LOOKUPS = 20;

const USED = 'the link was used already or has expired: make another one with npx sluice console';

interface Asset {
  Params: { name: string };
}

interface Below {
  Params: { '*': string };
}

/** The name of a file changes with its content. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content, compressed }: ConsoleFile,
): FastifyReply {
  const takesGzip = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$))/i.test(
    request.headers['accept-encoding'] ?? '',
  );
  void reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': type,
    vary: 'accept-encoding',
  });
  return takesGzip ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(content);
}

/** Loads at the first call; calls share one loading, and a failure is not kept. */
function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

const FULL = { reason: 'too many links wait to be checked', retrySeconds: 1 };
