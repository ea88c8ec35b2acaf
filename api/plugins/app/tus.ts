import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { createTusServer } from '../../uploads/tus-server.ts';
import type { AnswerTus } from '../../uploads/tus-server.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers a call of the protocol tus that has no body. */
    answerTus: AnswerTus;
    /** Answers a call that may have one, which is read as it arrives. @throws TooManyCalls */
    receiveTus: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const answer = createTusServer(app);
    const queue = createFairQueue({
      slots: Infinity,
      slotsPerKey: BOUNDS.runningUploads.max,
      waitingPerKey: BOUNDS.waitingUploads.max,
    });
    app.decorate('answerTus', answer);
    app.decorate('receiveTus', async (request: FastifyRequest, reply: FastifyReply) => {
      // The call waits for its client most of the time: the organization's other calls do not wait for its end.
      request.share?.leave();
      // Without an answer: clients of the protocol continue after a broken connection, but not after a refusal.
      const closing = setTimeout(() => request.raw.destroy(), app.config.requestTimeoutMs * PART_OF_TIMEOUT);
      try {
        const key = String(request.caller.organizationId);
        return await refuseFullQueue(FULL, () => queue.run(key, () => answer(request, reply)));
      } finally {
        clearTimeout(closing);
      }
    });
    done();
  },
  { name: 'tus', dependencies: ['files'] },
);

/** A part that takes longer ends before the server would refuse it with 408. */
const PART_OF_TIMEOUT = 0.9;
const FULL = { reason: 'too many parts of uploads of this organization wait', retrySeconds: 5 };
