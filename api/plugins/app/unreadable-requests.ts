import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { TooManyHeaders, UnknownPath, UnreadablePath } from '../../http/errors.ts';

/**
 * Refuses requests with too many headers, or with a path that cannot be decoded or is unknown, and closes connections that go on sending the
 * body of a call that has been answered. Registered after the plugins that measure calls, which see these refusals, too.
 */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.addHook('onRequest', ({ raw, is404 }, _reply, next) => {
      if (raw.rawHeaders.length > 2 * BOUNDS.requestHeaderCount.max) {
        return next(new TooManyHeaders(BOUNDS.requestHeaderCount.max));
      }
      if (!isDecodable(raw.url ?? '')) return next(new UnreadablePath());
      // A body that is sent to no route is not read.
      next(is404 ? new UnknownPath() : undefined);
    });
    app.addHook('onSend', ({ raw }, reply, _payload, next) => {
      // Requests that do not come from a connection have no such flag.
      if ((raw.complete as boolean | undefined) === false) {
        void reply.header('connection', 'close');
        lingerOn(raw);
      }
      next();
    });
    done();
  },
  { name: 'unreadable-requests', dependencies: ['request-log', 'tracing'] },
);

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/**
 * Has the connection closed when the rest of the body has arrived or some time has passed, rather than with the answer:
 * a client that is still sending would then lose the answer with the connection.
 */
function lingerOn(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    const closing = setTimeout(() => socket.destroy(), BOUNDS.unreadBody.max);
    socket.once('close', () => clearTimeout(closing));
    // A body that was cut off has an end, and more of it follows.
    request.once('end', () => request.complete && socket.destroy()).resume();
  };
}
