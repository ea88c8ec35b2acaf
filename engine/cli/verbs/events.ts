import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { fileOf, SluiceApiError } from '../../../client/index.ts';
import type { SluiceClient } from '../../../client/index.ts';
import { hasEnded } from '../../domain/job-states.ts';
import { withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { printable } from '../printable.ts';
import { printEnded } from '../print-ended.ts';
import { readEvents } from '../read-events.ts';

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
