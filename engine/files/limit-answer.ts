import type { Dispatcher } from 'undici';
import { BOUNDS } from '../domain/bounds.ts';
import { TooManyInformationalAnswers } from './errors.ts';

/**
 * Bounds what the answers of a foreign server cost the thread that reads them: informational answers (status 1xx), of which a
 * server may send any number, and chunks of the body, each of which costs as much as a large one.
 */
export const limitAnswer: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, limited(handler, String(options.origin ?? '')));

/** Chunks after which a body of small ones rests; reading as many takes 2 ms (measured). */
const BURST = 10_000;
const REST_MS = (1_000 * BURST) / BOUNDS.answerChunks.max;
/** Bytes of a chunk above which the bytes cost more than the chunk. */
const SMALL_BYTES = 1_024;

function limited(handler: Dispatcher.DispatchHandlers, origin: string): Dispatcher.DispatchHandlers {
  let abort: (reason: Error) => void = () => undefined;
  let resume = () => undefined as void;
  let informational = 0;
  let chunks = 0;
  let bytes = 0;
  let isResting = false;
  let isWanted = false;

  const rest = (takesMore: boolean) => {
    isResting = true;
    isWanted = takesMore;
    setTimeout(() => {
      isResting = false;
      if (isWanted) resume();
    }, REST_MS);
  };
  return {
    onConnect: (end) => {
      abort = end;
      handler.onConnect?.(end);
    },
    onHeaders: (status, headers, readOn, text) => {
      resume = readOn;
      if (status < 200 && ++informational > BOUNDS.informationalAnswers.max) {
        abort(new TooManyInformationalAnswers(new URL(origin).hostname));
        return false;
      }
      const readOnUnlessResting = () => {
        if (isResting) isWanted = true;
        else readOn();
      };
      return handler.onHeaders?.(status, headers, readOnUnlessResting, text) ?? true;
    },
    onData: (chunk) => {
      const takesMore = handler.onData?.(chunk) ?? true;
      bytes += chunk.length;
      if (++chunks < BURST) return takesMore;
      const areSmall = bytes < BURST * SMALL_BYTES;
      chunks = 0;
      bytes = 0;
      if (!areSmall) return takesMore;
      rest(takesMore);
      return false;
    },
    onComplete: (trailers) => handler.onComplete?.(trailers),
    onError: (error) => handler.onError?.(error),
    onUpgrade: (status, headers, socket) => handler.onUpgrade?.(status, headers, socket),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onBodySent: (size, sent) => handler.onBodySent?.(size, sent),
  };
}
