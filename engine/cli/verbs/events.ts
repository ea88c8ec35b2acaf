import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { fileOf, SluiceApiError, dataOf } from '../../../client/index.ts';
import type { SluiceClient } from '../../../client/index.ts';
import { hasEnded } from '../../domain/job-states.ts';
import { withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { printable } from '../printable.ts';

/** `sluice events [import]`: prints the changes of jobs as they happen, through the API. */
export function events(): Command {
  return new Command('events')
    .description(
      'print the unfinished jobs of the organization and their changes, through the API, as JSON, one event a line, until it is interrupted',
    )
    .argument('[import]', 'the id of an import: print its changes alone, until it has ended', wholeNumberArgument(1))
    .action(run);
}

/** As an EventSource waits before it connects again. */
const RECONNECT_MS = 3_000;

function run(importId: number | undefined): Promise<void> {
  return withApiClient(async ({ client }) => {
    for (let lastId: string | null = null; ; await delay(RECONNECT_MS)) {
      const stream = await open(client, importId, lastId);
      if (stream === null) return;
      try {
        for await (const { id, type, data } of readEvents(stream)) {
          if (type === 'reload') {
            await printEnded(client, lastId);
            lastId = id;
            continue;
          }
          process.stdout.write(`${printable(data, Infinity)}\n`);
          lastId = id ?? lastId;
          if (importId !== undefined && hasEnded((JSON.parse(data) as { state: string }).state)) return;
        }
      } catch (error) {
        // The connection broke: the next one continues behind the last event.
        if (!(error instanceof TypeError)) throw error;
      }
    }
  });
}

/**
 * Opens a stream behind an event. Calls that the service postpones are repeated, and those that it does not answer if it has
 * answered before. @returns null when the import has ended and all its events were read
 */
async function open(client: SluiceClient, importId: number | undefined, lastId: string | null) {
  const headers = lastId === null ? {} : { 'Last-Event-ID': lastId };
  for (;;) {
    try {
      const call =
        importId === undefined
          ? client.GET('/jobs/events', { headers, parseAs: 'stream' })
          : client.GET('/subscriber_imports/{id}/events', {
              ...{ params: { path: { id: importId } }, headers, parseAs: 'stream' },
            });
      if ((await call).response.status === NO_CONTENT) return null;
      return await fileOf(call);
    } catch (error) {
      if (!(error instanceof SluiceApiError)) throw error;
      const { retryAfterSeconds, status } = error;
      if (retryAfterSeconds === null && (lastId === null || status !== null)) throw error;
      await delay(Math.max(RECONNECT_MS, 1000 * (retryAfterSeconds ?? 0)));
    }
  }
}

const NO_CONTENT = 204;

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

/** An event of a stream of Server-Sent Events. */
interface ServerSentEvent {
  readonly id: string | null;
  readonly type: string;
  readonly data: string;
}

/** Reads the events of a stream; comments, such as heartbeats, are left out. */
async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const data = valuesOf(lines, 'data');
      if (data.length > 0) {
        const type = valuesOf(lines, 'event').at(-1) ?? 'message';
        yield { id: valuesOf(lines, 'id').at(-1) ?? null, type, data: data.join('\n') };
      }
    }
  }
}

function valuesOf(lines: readonly string[], field: string): string[] {
  return lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trimStart());
}
