import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { BOUNDS } from '../domain/bounds.ts';

/** The fault of a body of which `hasSmallChunks` is true. */
export const SMALL_CHUNKS = `the body comes in chunks of less than ${BOUNDS.bodyChunk.max} bytes on average: send larger ones`;

/**
 * Joins the chunks of the server's requests that arrive together, and ends each body that comes in tiny ones. Node hands on every
 * chunk by itself, so one connection could occupy the thread with chunks of a byte. Readers check `hasSmallChunks` at the end.
 */
export function limitChunks(server: Server): void {
  server.prependListener('request', (request: Dumped) => {
    const push = request.push.bind(request);
    const joined = joinChunks(push);
    // Node hands on nothing of a body that no reader took when the call is answered, and would read it to its end uncounted.
    request._dump = () => {
      request.removeAllListeners('data');
      request.resume();
    };
    let chunks = 0;
    let bytes = 0;
    request.push = (chunk: Buffer | null) => {
      if (cutOff.has(request)) return STOP_READING;
      bytes += chunk?.length ?? 0;
      if (++chunks <= FEW_CHUNKS || bytes >= chunks * BOUNDS.bodyChunk.max) return joined(chunk);
      cutOff.add(request);
      // The end of a stream destroys it, and a request that is not complete would close its connection before the answer.
      request._destroy = (_error, done) => done(null);
      joined(null);
      stopParser(request.socket);
      return STOP_READING;
    };
  });
}

/** Request with the method that Node calls to discard its body when the call is answered. */
type Dumped = IncomingMessage & { _dump?: () => void };

/** Whether a body has ended early because its chunks are too small. */
export function hasSmallChunks(body: object): boolean {
  return cutOff.has(body);
}

const FEW_CHUNKS = 1_000;
const STOP_READING = false;
const cutOff = new WeakSet<object>();

/**
 * Node has read up to 64 KiB, which can be ten thousand chunks and takes some microseconds for each. A parser that is told to pause stops
 * within them, and the server gets a `clientError` of the code HPE_PAUSED.
 */
function stopParser(socket: Socket): void {
  (socket as Socket & { readonly parser?: { pause(): void } | null }).parser?.pause();
}

/**
 * Holds back what arrives in one read of the socket, since each block costs its readers some steps of the event loop. A stream that is
 * full stops the next read.
 */
function joinChunks(push: IncomingMessage['push']): IncomingMessage['push'] {
  let held: Buffer[] = [];
  let hasRoom = true;
  const flush = () => {
    const [first] = held;
    if (first === undefined) return;
    const block = held.length === 1 ? first : Buffer.concat(held);
    held = [];
    hasRoom = push(block);
  };
  return (chunk: Buffer | null) => {
    if (chunk === null) {
      flush();
      return push(null);
    }
    held.push(chunk);
    // After the parser is through with what was read; other callbacks run between its chunks.
    if (held.length === 1) setImmediate(flush);
    return hasRoom;
  };
}
