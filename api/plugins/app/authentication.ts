import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCached } from '../../../engine/cache/read-cached.ts';
import { caller, findCaller } from '../../../engine/db/accounts/api-keys.ts';
import type { Caller } from '../../../engine/db/accounts/api-keys.ts';
import { hashCredential } from '../../../engine/secrets/credential.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { NotAuthenticated, TooManyCalls } from '../../http/errors.ts';
import { createFairQueue, QueueFull } from '../../../engine/platform/fair-queue.ts';
import { coalescePerKey } from '../../http/coalesce.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Puts the caller on the request. @throws NotAuthenticated */
    authenticate: (request: FastifyRequest) => Promise<void>;
    /**
     * Makes every process look a key up in the database, for longer than any call takes. Call it before the
     * change of the key is committed: a call that still reads the old one can then no longer cache it.
     */
    forgetCaller: (credentialHash: Buffer) => Promise<void>;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    // Credentials that no cache knows are looked up a few at a time, so that wrong ones leave the database to other calls.
    const lookups = createFairQueue({
      slots: BOUNDS.credentialLookups.max,
      slotsPerKey: BOUNDS.credentialLookups.max / 2,
      waitingPerKey: BOUNDS.waitingCredentials.max,
    });
    const find = coalescePerKey(
      (credential: string) => credential,
      (credential) =>
        refusingFullQueue(() =>
          lookups.run(claimedOrganization(credential), () => findCaller(app.service.db, hashCredential(credential))),
        ),
    );
    app.decorateRequest('caller');
    app.decorate('authenticate', async (request: FastifyRequest) => {
      const credential = credentialOf(request);
      const found = credential === null ? null : await identify(app, credential, find);
      if (found === null) throw new NotAuthenticated();
      request.caller = found;
    });
    app.decorate('forgetCaller', (credentialHash: Buffer) =>
      app.cache.set(cacheKeyOf(credentialHash), CHANGED, CHANGED_SECONDS),
    );
    done();
  },
  { name: 'authentication', dependencies: ['connections', 'cache'] },
);

/** Seconds that a key switched off by hand in the database still works. */
const CACHE_SECONDS = 30;

/** The value kept in place of a caller whose key has just changed: no caller, so that the database is asked. */
const CHANGED = 'changed';
const CHANGED_SECONDS = 60;

/** The credential of the Basic scheme if it decodes to `<organization id>:<secret>`, else null. */
function credentialOf({ headers }: FastifyRequest): string | null {
  const credential = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
  if (credential === undefined || credential.length > 200) return null;
  return /^\d+:./.test(Buffer.from(credential, 'base64').toString('latin1')) ? credential : null;
}

async function identify(
  app: FastifyInstance,
  credential: string,
  find: (credential: string) => Promise<Caller | null>,
): Promise<Caller | null> {
  const hash = hashCredential(credential);
  const cached = await readCached(app.cache, cacheKeyOf(hash), (text) => caller.parse(JSON.parse(text)));
  if (cached !== null) return cached;

  const found = await find(credential);
  // Not set: that would hide a change made since the database was asked.
  if (found !== null) await app.cache.add(cacheKeyOf(hash), JSON.stringify(found), CACHE_SECONDS);
  return found;
}

async function refusingFullQueue<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new TooManyCalls('too many credentials wait to be checked', RETRY_SECONDS);
  }
}

const RETRY_SECONDS = 1;

/** The organization that a credential names, whether there is such a one or not. */
function claimedOrganization(credential: string): string {
  return Buffer.from(credential, 'base64').toString('latin1').split(':', 1).join();
}

function cacheKeyOf(credentialHash: Buffer): string {
  return `api-key/${credentialHash.toString('hex')}`;
}
