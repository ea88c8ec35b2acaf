import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { TooManyCalls } from '../../http/errors.ts';
import { createFairQueue, QueueFull } from '../../http/fair-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs an analysis of a source: a few of each organization at a time. @throws TooManyCalls */
    analyze: <Result>(organizationId: number, work: () => Promise<Result>) => Promise<Result>;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const queue = createFairQueue({
      slots: BOUNDS.runningAnalyses.max * ORGANIZATIONS,
      slotsPerKey: BOUNDS.runningAnalyses.max,
      waitingPerKey: BOUNDS.waitingAnalyses.max,
    });
    app.decorate('analyze', async (organizationId, work) => {
      try {
        return await queue.run(String(organizationId), work);
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        throw new TooManyCalls('too many analyses of this organization wait', RETRY_SECONDS);
      }
    });
    done();
  },
  { name: 'analyses' },
);

/** Organizations that can use up their share at the same time. */
const ORGANIZATIONS = 4;
const RETRY_SECONDS = 1;
