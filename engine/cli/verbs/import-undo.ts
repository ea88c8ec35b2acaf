import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { dataOf } from '../../../client/index.ts';
import type { components, SluiceClient } from '../../../client/index.ts';
import { repeatUnanswered, withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { createStopSignal } from '../stop-signal.ts';
import { exitCodeOfState, watchJob } from '../watch-job.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly watch?: true;
}

/** `sluice import:undo <id>`: begins the undo of an import through the API and prints the id of the undo. */
export function importUndo(): Command {
  return new Command('import:undo')
    .description('undo an import, through the API, and print the id of the undo')
    .argument('<id>', 'the id of the import', wholeNumberArgument(1))
    .option('--dry-run', 'count the subscribers by their outcome, and write none')
    .option('--watch', 'show the progress until the undo has ended, and what became of the subscribers')
    .addHelpText('after', '\nExit codes with --watch: 0 finished, 3 failed, 4 cancelled, 1 other errors.')
    .action(run);
}

function run(importId: number, { dryRun = false, watch }: Options): Promise<void> {
  return withApiClient(async ({ client }) => {
    const params = { path: { id: importId }, header: { 'Idempotency-Key': randomUUID() } };
    const body = { import_undo: { dry_run: dryRun } };
    const { id } = await repeatUnanswered(() => dataOf(client.POST('/subscriber_imports/{id}/undo', { params, body })));
    process.stdout.write(`${id}\n`);
    if (watch === true) await watchUndo(client, id);
  });
}

async function watchUndo(client: SluiceClient, id: number): Promise<void> {
  const job = `import-undo/${id}`;
  const signal = createStopSignal(() =>
    process.stderr.write(
      `\nUndo ${id} keeps running. To see it: npx sluice job ${job}. To end it: npx sluice job ${job} cancel.\n`,
    ),
  );
  try {
    const record = await watchJob({
      read: () => dataOf(client.GET('/import_undos/{id}', { params: { path: { id } }, signal })),
      progressOf: ({ state, stats, progress }) => ({
        state,
        done: stats.subscribers_undone,
        total: stats.number_of_subscribers,
        measured: progress,
      }),
      unit: 'subscribers',
      signal,
    });
    for (const line of endLines(record)) process.stderr.write(`${line}\n`);
    process.exitCode = exitCodeOfState(record.state);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 1;
  }
}

function endLines({ id, state, dry_run, error_message, stats }: components['schemas']['ImportUndo']): string[] {
  const { outcomes, reactivated, reactions_cancelled, reactions_due } = stats;
  const figures = Object.entries({ ...outcomes, reactivated, reactions_cancelled, reactions_due });
  return [
    `${dry_run ? 'Dry run' : 'Undo'} ${id} is ${state}${error_message === null ? '.' : `: ${error_message}`}`,
    ...figures
      .filter(([, count]) => count > 0)
      .map(([figure, count]) => `  ${figure.padEnd(22)} ${String(count).padStart(8)}`),
  ];
}
