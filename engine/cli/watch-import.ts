import { dataOf } from '../../client/index.ts';
import type { SluiceClient } from '../../client/index.ts';
import { endLines, exitCodeOfImport, NOTHING_BEFORE } from './import-end.ts';
import type { Before } from './import-end.ts';
import { createStopSignal } from './stop-signal.ts';
import { watchJob } from './watch-job.ts';

/** Shows the progress of an import until it has ended or a limit has paused it; sets the exit code. */
export async function watchImport(client: SluiceClient, id: number, before: Before = NOTHING_BEFORE): Promise<void> {
  const signal = createStopSignal(() =>
    process.stderr.write(
      `\nImport ${id} keeps running. To see it: npx sluice job ${id}. To end it: npx sluice job ${id} cancel.\n`,
    ),
  );
  try {
    const record = await watchJob({
      read: () => dataOf(client.GET('/subscriber_imports/{id}', { params: { path: { id } }, signal })),
      progressOf: ({ state, stats, progress }) => ({
        state,
        done: stats.records_imported,
        total: stats.number_of_records,
        measured: progress,
      }),
      unit: 'rows',
      isOver: ({ pause_reason }) => pause_reason !== null,
      signal,
    });
    for (const line of endLines(record, before)) process.stderr.write(`${line}\n`);
    process.exitCode = exitCodeOfImport(record, before);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 1;
  }
}
