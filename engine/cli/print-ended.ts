import { dataOf } from '../../client/index.ts';
import type { SluiceClient } from '../../client/index.ts';
import { printable } from './printable.ts';

/** Jobs of a page, the most that the API sends. */
const PAGE = 2_000;
/** A job may be committed so much later than the time of its end. */
const OVERLAP_MS = 30_000;

/**
 * Prints the jobs that have ended since an event, which the stream has not sent, from the list of jobs: as events are, with null for what
 * the list does not tell. Without an event nothing was missed.
 */
export async function printEnded(client: SluiceClient, lastEventId: string | null): Promise<void> {
  const at = Number(/^\d+/.exec(lastEventId ?? '')?.[0]);
  if (!(at > 0)) return;
  const finished_at__after = new Date(at - OVERLAP_MS).toISOString();
  for (let page = 0; ; page++) {
    const query = { finished_at__after, page, per_page: PAGE };
    const jobs = await dataOf(client.GET('/jobs/all', { params: { query } }));
    for (const { job_type, id, organization_id, mailing_list_id, dry_run, state, ...job } of jobs) {
      const { progress_value, progress_total, finished_at } = job;
      const event = {
        ...{
          job_type,
          id,
          organization_id,
          mailing_list_id,
          dry_run,
          state,
          health: null,
          progress_value,
          progress_total,
        },
        ...{ counters: null, rate: null, seconds_left: null, place_in_queue: null, error_message: null, finished_at },
      };
      process.stdout.write(`${printable(JSON.stringify(event), Infinity)}\n`);
    }
    if (jobs.length < PAGE) return;
  }
}
