import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { awaitAccepted } from '../../http/accepting.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets a call of an authenticated caller begin when its organization has a slot free. @throws TooManyCalls */
    takeShare: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
  interface FastifyRequest {
    /** Routes that need no key have none. */
    share?: Share | null;
  }
}

/** The slot of a call. It is held until the connection is done with the answer, and the handler with the call. */
interface Share {
  isHandled: boolean;
  isClosed: boolean;
  readonly leave: () => void;
}

/** Limits how many calls of one organization run at a time, so that it leaves connections to the database for others. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const queue = createFairQueue({
      slots: Infinity,
      slotsPerKey: app.config.callsPerOrganization,
      waitingPerKey: BOUNDS.waitingCalls.max,
    });
    const accepted = awaitAccepted(app.server);
    app.decorateRequest('share', null);
    app.decorate('takeShare', async (request: FastifyRequest, reply: FastifyReply) => {
      const leave = await enter(String(request.caller.organizationId));
      await accepted();
      if (reply.raw.destroyed) {
        // The client has gone while the call waited: no client reads an answer, so the call ends here.
        leave();
        return void reply.hijack();
      }
      const share: Share = { isHandled: false, isClosed: false, leave };
      request.share = share;
      const close = () => {
        share.isClosed = true;
        if (!share.isHandled) leave();
      };
      reply.raw.once('close', close);
      reply.raw.once('finish', close);
    });
    app.addHook('preHandler', ({ share }, _reply, next) => {
      if (share) share.isHandled = true;
      next();
    });
    // A handler works on after its client has gone; a call that is refused before it has none.
    app.addHook('onSend', ({ share }, _reply, _payload, next) => {
      if (share) {
        share.isHandled = false;
        if (share.isClosed) share.leave();
      }
      next();
    });
    done();

    function enter(organizationId: string): Promise<() => void> {
      return refuseFullQueue(FULL, () => queue.enter(organizationId));
    }
  },
  { name: 'shares', dependencies: ['authentication'] },
);

const FULL = { reason: 'too many calls of this organization wait for an answer', retrySeconds: 1 };
