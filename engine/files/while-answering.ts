import { setTimeout as delay } from 'node:timers/promises';
import { completesWithin } from '../platform/timeouts.ts';
import { FileStoreDown } from './errors.ts';

/** Questions in a row without an answer that end the work: one may be lost or late while the service is well. */
const UNANSWERED = 2;

/**
 * Waits for work of a service that may say nothing until it is done, for as long as the service answers something else.
 *
 * @param work ends when its signal aborts
 * @param ask a short question, asked whenever `everyMs` have passed, and answered within them; a refusal must not reject it
 * @throws FileStoreDown when two questions in a row are not answered; whatever the work throws
 */
export async function whileAnswering<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { ask, everyMs }: { readonly ask: () => Promise<unknown>; readonly everyMs: number },
): Promise<Result> {
  const end = new AbortController();
  const pause = () => delay(everyMs, undefined, { signal: end.signal });
  const askOn = async () => {
    await pause();
    for (let unanswered = 0; unanswered < UNANSWERED;) {
      const [isAnswered] = await Promise.all([completesWithin(everyMs, ask), pause()]);
      unanswered = isAnswered ? 0 : unanswered + 1;
    }
    throw new FileStoreDown('ETIMEDOUT');
  };
  return Promise.race([work(end.signal), askOn()]).finally(() => end.abort());
}
