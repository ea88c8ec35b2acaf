import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { caller, findCaller } from '../../../engine/db/api-keys.ts';
import type { Caller } from '../../../engine/db/api-keys.ts';
import { hashCredential } from '../../../engine/secrets/credential.ts';
import { NotAllowed, NotAuthenticated } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Puts the caller on the request. @throws NotAuthenticated */
    authenticate: (request: FastifyRequest) => Promise<void>;
    /**
     * Has every process ask the database who stands behind a key, for longer than any call takes. Call it before the
     * change of the key is committed: whoever still reads the old one can then no longer keep it.
     */
    forgetCaller: (credentialHash: Buffer) => Promise<void>;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.decorateRequest('caller');
    app.decorate('authenticate', async (request: FastifyRequest) => {
      const credential = credentialOf(request);
      const found = credential === null ? null : await identify(app, credential);
      if (found === null) throw new NotAuthenticated();
      request.caller = found;
    });
    app.decorate('forgetCaller', (credentialHash: Buffer) =>
      app.cache.set(cacheKeyOf(credentialHash), CHANGED, CHANGED_SECONDS),
    );
    done();
  },
  { name: 'authentication', dependencies: ['database', 'cache'] },
);

/** Which organizations' records the caller reaches by id: null for all of them. */
export function reachOf({ role, organizationId }: Caller): number | null {
  return role === 'system_admin' ? null : organizationId;
}

/** @throws NotAllowed unless the caller is a system administrator. */
export function requireSystemAdmin({ role }: Caller): void {
  if (role !== 'system_admin') throw new NotAllowed();
}

/** Seconds that a key switched off by hand in the database still works. */
const CACHE_SECONDS = 30;

/** What is kept in place of a caller whose key has just changed. */
const CHANGED = 'changed';
const CHANGED_SECONDS = 60;

/** The credential of the Basic scheme if it decodes to `<organization id>:<secret>`, else null. */
function credentialOf({ headers }: FastifyRequest): string | null {
  const credential = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
  if (credential === undefined || credential.length > 200) return null;
  return /^\d+:./.test(Buffer.from(credential, 'base64').toString('latin1')) ? credential : null;
}

async function identify(app: FastifyInstance, credential: string): Promise<Caller | null> {
  const hash = hashCredential(credential);
  const cached = await app.cache.get(cacheKeyOf(hash));
  if (cached !== null && cached !== CHANGED) return caller.parse(JSON.parse(cached));

  const found = await findCaller(app.db, hash);
  // Not set: that would hide a change made since the database was asked.
  if (found !== null) await app.cache.add(cacheKeyOf(hash), JSON.stringify(found), CACHE_SECONDS);
  return found;
}

function cacheKeyOf(credentialHash: Buffer): string {
  return `api-key/${credentialHash.toString('hex')}`;
}
