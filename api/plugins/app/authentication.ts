import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findCallerOfToken } from '../../../engine/accounts/sign-in.ts';
import { hasToAgree } from '../../../engine/accounts/terms.ts';
import { readCached } from '../../../engine/cache/read-cached.ts';
import { findCaller } from '../../../engine/db/accounts/api-keys.ts';
import { caller } from '../../../engine/db/accounts/caller.ts';
import type { Caller } from '../../../engine/db/accounts/caller.ts';
import { hashCredential } from '../../../engine/secrets/credential.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { FromAnotherSite, NotAuthenticated, SessionRefused, TermsNotAgreed } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import { isOfThisSite } from '../../http/own-site.ts';
import { isSessionCall, tokenOf } from '../../sessions/cookie.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { coalescePerKey } from '../../http/coalesce.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Puts the caller on the request: of an API key or of a session. @throws NotAuthenticated, SessionRefused, FromAnotherSite, TermsNotAgreed */
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
        refuseFullQueue(FULL, () =>
          lookups.run(claimedOrganization(credential), () => findCaller(app.service.db, hashCredential(credential))),
        ),
    );
    const callerOfKey = async (request: FastifyRequest) => {
      const credential = credentialOf(request);
      const found = credential === null ? null : await identify(app, credential, find);
      if (found === null) throw new NotAuthenticated();
      return found;
    };
    // Not cached: a session that was ended, or a user who was deactivated, is refused by the next call.
    const callerOfSession = async (request: FastifyRequest) => {
      if (!isOfThisSite(request, app.config.publicUrl)) throw new FromAnotherSite();
      const token = tokenOf(request);
      const findByToken = (token: string) => () => findCallerOfToken(app.service.db, token);
      const network = `session/${networkOf(request.ip)}`;
      const found = token === null ? null : await refuseFullQueue(FULL, () => lookups.run(network, findByToken(token)));
      if (found === null) throw new SessionRefused();
      const isBeforeTerms = request.routeOptions.config.operation?.isBeforeTerms === true;
      if (!isBeforeTerms && hasToAgree(app.config.terms, found)) throw new TermsNotAgreed();
      return found;
    };
    app.decorateRequest('caller');
    app.decorate('authenticate', async (request: FastifyRequest) => {
      request.caller = isSessionCall(request) ? await callerOfSession(request) : await callerOfKey(request);
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

const FULL = { reason: 'too many credentials wait to be checked', retrySeconds: 1 };

/** The organization that a credential names, whether there is such a one or not. */
function claimedOrganization(credential: string): string {
  return Buffer.from(credential, 'base64').toString('latin1').split(':', 1).join();
}

function cacheKeyOf(credentialHash: Buffer): string {
  return `api-key/${credentialHash.toString('hex')}`;
}
