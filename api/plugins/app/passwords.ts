import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { hashPassword } from '../../../engine/secrets/password-hash.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Hashes a password of a call, outside of any transaction: it takes tens of milliseconds of a processor. A few are
     * hashed at a time, of each organization in turn.
     * @throws TooManyCalls
     */
    hashPassword: (request: FastifyRequest, password: string) => Promise<string>;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const queue = createFairQueue({
      slots: BOUNDS.passwordHashes.max,
      slotsPerKey: 1,
      waitingPerKey: BOUNDS.waitingPasswords.max,
    });
    app.decorate('hashPassword', async (request: FastifyRequest, password: string) => {
      await app.limitPasswords(request);
      const key = String(request.caller.organizationId);
      return refuseFullQueue(FULL, () => queue.run(key, () => hashPassword(password)));
    });
    done();
  },
  { name: 'passwords', dependencies: ['authentication'] },
);

const FULL = { reason: 'too many passwords of this organization wait to be set', retrySeconds: 2 };
