import { dataOf } from '../../client/index.ts';
import type { SluiceClient } from '../../client/index.ts';
import { createStopSignal } from './stop-signal.ts';
import { exitCodeOfState, watchJob } from './watch-job.ts';

/** Shows the progress of an import until it has ended or a guard has paused it; sets the exit code. */
export async function watchImport(client: SluiceClient, id: number): Promise<void> {
  const signal = createStopSignal(() =>
    process.stderr.write(
      `\nImport ${id} keeps running. To see it: npx sluice job ${id}. To end it: npx sluice job ${id} cancel.\n`,
    ),
  );
  try {
    const { state, error_message, stats, dry_run, pause_reason } = await watchJob({
      read: () => dataOf(client.GET('/subscriber_imports/{id}', { params: { path: { id } }, signal })),
      progressOf: (record) => ({
        state: record.state,
        done: record.stats.records_imported,
        total: record.stats.number_of_records,
        measured: record.progress,
      }),
      unit: 'rows',
      isOver: (record) => record.pause_reason !== null,
      signal,
    });
    const counted = Object.entries(stats.subscribers).filter(([, rows]) => rows > 0);
    const figures = [...counted, ...Object.entries({ unchanged: stats.unchanged, deactivated: stats.deactivated })];
    const lines = figures
      .filter(([, rows]) => (rows ?? 0) > 0)
      .map(([figure, rows]) => `  ${figure.padEnd(22)} ${String(rows).padStart(8)}`);
    const because = pause_reason ?? error_message;
    const end = `${dry_run ? 'Dry run' : 'Import'} ${id} is ${state}${because === null ? '.' : `: ${because}`}`;
    process.stderr.write(`${[end, ...lines, ...nextSteps(id, { dry_run, pause_reason, state })].join('\n')}\n`);
    process.exitCode = pause_reason === null ? exitCodeOfState(state) : PAUSED_BY_GUARD;
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 1;
  }
}

const PAUSED_BY_GUARD = 5;

function nextSteps(id: number, record: { dry_run: boolean; pause_reason: string | null; state: string }): string[] {
  if (record.pause_reason !== null) {
    return [`To go on past the guard: npx sluice job ${id} unpause. To end it: npx sluice job ${id} cancel.`];
  }
  if (!record.dry_run || record.state !== 'finished') return [];
  return [`Nothing was written. To import it: npx sluice import:start ${id}`];
}
