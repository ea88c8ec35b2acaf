import type { Server } from 'node:http';
import { BOUNDS } from '../domain/bounds.ts';

/** The fault of a body of which `hasSmallChunks` is true. */
export const SMALL_CHUNKS = `the body comes in chunks of less than ${BOUNDS.bodyChunk.max} bytes on average: send larger ones`;

/**
 * Ends each body of the server's requests that comes in tiny chunks. Node calls its stream for each of them, so one connection
 * could occupy the thread. Its readers check `hasSmallChunks` at its end.
 */
export function limitChunks(server: Server): void {
  server.prependListener('request', (request) => {
    const push = request.push.bind(request);
    let chunks = 0;
    let bytes = 0;
    request.push = (chunk: Buffer | null) => {
      if (cutOff.has(request)) return STOP_READING;
      bytes += chunk?.length ?? 0;
      if (++chunks <= FEW_CHUNKS || bytes >= chunks * BOUNDS.bodyChunk.max) return push(chunk);
      cutOff.add(request);
      // The end of a stream destroys it, and a request that is not complete would close its connection before the answer.
      request._destroy = (_error, done) => done(null);
      push(null);
      return STOP_READING;
    };
  });
}

/** Whether a body has ended early because its chunks are too small. */
export function hasSmallChunks(body: object): boolean {
  return cutOff.has(body);
}

const FEW_CHUNKS = 10_000;
const STOP_READING = false;
const cutOff = new WeakSet<object>();
