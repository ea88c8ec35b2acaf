import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkRegularly } from '../../jobs/regular-checks.ts';
import type { SeenHistories } from '../../jobs/seen-histories.ts';
import type { TemporalClient } from '../../jobs/temporal-client.ts';
import type { WatchedLink } from '../../jobs/watched-link.ts';

/** Parts of the watch of a worker. */
export interface HistoriesWatch {
  readonly client: TemporalClient;
  readonly histories: SeenHistories;
  /** The link of the polls; null where there is none. */
  readonly polls: WatchedLink | null;
  readonly log: Pick<Logger, 'warn'>;
  /** Called when Temporal was put back to an earlier time. */
  readonly onWentBack: () => Promise<void>;
}

/**
 * Compares what the workflows of a worker remember with Temporal, every few seconds and before each new connection of its polls is used.
 * A workflow that remembers more than Temporal has would skip the events that Temporal adds next, and wait for timers and activities
 * that Temporal does not have: the SDK compares nothing.
 * @returns a function that stops the comparisons
 */
export function watchHistories({ client, histories, polls, log, onWentBack }: HistoriesWatch): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  const compare = async () => {
    if (!(await histories.areLacking(client))) return;
    log.warn(
      {},
      'Temporal went back: it lacks events that this worker has seen. Its workflows are read from their histories again',
    );
    await onWentBack();
  };
  const check = () => (underWay ??= compare().finally(() => (underWay = null)));
  polls?.admit(async (signal) => {
    while (!signal.aborted) {
      try {
        return await client.withAbortSignal(signal, check);
      } catch {
        await delay(AGAIN_MS);
      }
    }
  });
  return checkRegularly(client, { check, everyMs: CHECK_MS, limitMs: CHECK_LIMIT_MS });
}

const CHECK_MS = 5_000;
const CHECK_LIMIT_MS = 10_000;
const AGAIN_MS = 200;
