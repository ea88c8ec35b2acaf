import type { RequestListener } from 'node:http';
import { reportOf } from '../checks/outcome.ts';
import { requireSame, undisturbed } from '../checks/undisturbed.ts';
import type { Outcome } from '../checks/outcome.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor } from '../sources/list.ts';
import { borrowPublicAddress } from '../world/public-address.ts';
import { startWebServer } from '../world/web-server.ts';
import type { Stage } from '../world/world.ts';

/** Behaviour of a server, and the end of an import from it: as an undisturbed one, or failed with this sentence. */
interface Behaviour {
  readonly name: string;
  readonly answer: (content: Buffer) => RequestListener;
  readonly ends: 'whole' | RegExp;
}

export const urlSource: Scenario = {
  name: 'url-source',
  title:
    'a URL that stalls, lies about its length, resets, redirects inwards or errs ends the import whole or failed with a reason',
  play: async (stage) => {
    const file = makeCsvFile(stage.random, { rows: 1_000 });
    await stage.serve();
    const expected = await undisturbed(stage, file);
    await Promise.all(BEHAVIOURS.map((behaviour) => playOne(stage, behaviour, { file, expected })));
    await stage.stopRoles();

    // Alone, since a time that is short enough to wait for is too short for the others on a loaded machine.
    await stage.start('api', { policy: { ...stage.config.policy, downloadTimeoutMs: 3_000 } });
    await stage.start('worker');
    await playOne(stage, STALLS_FOR_GOOD, { file, expected });
    await stage.stopRoles();

    await stage.start('api');
    await stage.start('worker', { allowPrivateUrls: false });
    await redirectInwards(stage, file);
  },
};

const STALLS_FOR_GOOD: Behaviour = {
  name: 'stalls for good',
  answer: (content) => (_, response) => void response.write(content.subarray(0, 2_000)),
  ends: /had not finished sending/,
};

const BEHAVIOURS: readonly Behaviour[] = [
  {
    name: 'stalls in the middle, once',
    answer: (content) =>
      twice((response) => response.write(content.subarray(0, 2_000)), content, { hangsUpAfterMs: 800 }),
    ends: 'whole',
  },
  {
    name: 'announces more than it sends',
    answer: (content) => (_, response) => {
      response.writeHead(200, { 'content-length': content.length + 500 });
      response.write(content, () => response.destroy());
    },
    ends: /was interrupted after \d+ bytes/,
  },
  {
    name: 'sends more than it announced',
    answer: (content) => (_, response) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\nConnection: close\r\n\r\n`;
      response.socket?.end(Buffer.concat([Buffer.from(head), content, Buffer.from('late@example.com,Rome,1\n')]));
    },
    ends: 'whole',
  },
  {
    name: 'resets in the middle, twice',
    answer: (content) => twice((response) => response.write(content.subarray(0, 3_000)), content, { resets: 2 }),
    ends: 'whole',
  },
  {
    name: 'resets for good',
    answer: (content) => (_, response) => {
      response.write(content.subarray(0, 3_000), () => response.socket?.resetAndDestroy());
    },
    ends: /was interrupted after \d+ bytes/,
  },
  {
    name: 'answers 500 twice, then works',
    answer: (content) => {
      let requests = 0;
      return (_, response) => {
        response.statusCode = ++requests <= 2 ? 500 : 200;
        response.end(requests <= 2 ? 'sorry' : content);
      };
    },
    ends: 'whole',
  },
  {
    name: 'answers 500 for good',
    answer: () => (_, response) => {
      response.statusCode = 500;
      response.end('sorry');
    },
    ends: /answered with status 500/,
  },
];

/** Begins an answer and breaks it off as often as asked, then answers whole. */
function twice(
  begin: (response: Parameters<RequestListener>[1]) => unknown,
  content: Buffer,
  { resets = 1, hangsUpAfterMs = 0 }: { resets?: number; hangsUpAfterMs?: number },
): RequestListener {
  let requests = 0;
  return (_, response) => {
    if (++requests > resets) {
      response.end(content);
      return;
    }
    begin(response);
    setTimeout(() => response.socket?.resetAndDestroy(), hangsUpAfterMs + 20);
  };
}

async function playOne(
  stage: Stage,
  { name, answer, ends }: Behaviour,
  { file, expected }: { file: CsvFile; expected: Outcome },
): Promise<void> {
  const server = await startWebServer(answer(Buffer.from(file.content)));
  const listId = await createListFor(stage, file);
  const importId = await createImport(stage, listId, { type: 'url', url: server.url });
  try {
    if (ends === 'whole') await requireSame(stage, expected, { file, listId, importId });
    else await requireFailed(stage, { importId, reason: ends });
  } catch (error) {
    throw new Error(`A server that ${name}.`, { cause: error });
  } finally {
    await server.close();
  }
  stage.figures.add(`URL sources: ${name}`);
}

async function requireFailed(stage: Stage, failed: { importId: number; reason: RegExp }): Promise<void> {
  const { detail, logs } = await reportOf(stage, failed.importId);
  const { state, error_message: message } = detail;
  requireNone([
    ...(state === 'failed' && failed.reason.test(message ?? '') ? [] : [`The import is ${state}: ${message}`]),
    ...(Object.values(logs).flat().length === 0 ? [] : ['A failed download has logs.']),
  ]);
}

/** The first server has a public address where one may be borrowed; else it is refused itself, for the same reason. */
async function redirectInwards(stage: Stage, file: CsvFile): Promise<void> {
  const address = await borrowPublicAddress();
  let requests = 0;
  const inner = await startWebServer((_, response) => {
    requests++;
    response.end(file.content);
  });
  const redirect: RequestListener = (_, response) => void response.writeHead(302, { location: inner.url }).end();
  const outer = await startWebServer(redirect, address?.ip);
  try {
    const listId = await createListFor(stage, file);
    const url = outer.url.replace('127.0.0.1', address?.ip ?? '127.0.0.1');
    const importId = await createImport(stage, listId, { type: 'url', url });
    await requireFailed(stage, { importId, reason: /the address of 127\.0\.0\.1 is not public/ });
    requireNone(requests === 0 ? [] : ['A redirect to a private address was followed.']);
    stage.figures.add(`URL sources: ${address === null ? 'is private' : 'redirects to a private address'}`);
  } finally {
    address?.giveBack();
    await Promise.all([outer.close(), inner.close()]);
  }
}
