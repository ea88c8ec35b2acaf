import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { hashPassword } from '../../../engine/secrets/password-hash.ts';
import { TooManyCalls } from '../../http/errors.ts';
import { createFairQueue, QueueFull } from '../../../engine/platform/fair-queue.ts';

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
      try {
        return await queue.run(String(request.caller.organizationId), () => hashPassword(password));
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        throw new TooManyCalls('too many passwords of this organization wait to be set', RETRY_SECONDS);
      }
    });
    done();
  },
  { name: 'passwords', dependencies: ['authentication'] },
);

const RETRY_SECONDS = 2;
