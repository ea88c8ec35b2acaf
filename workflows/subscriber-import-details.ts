import type { SubscriberImportInput } from '../machines/subscriber-import-context.ts';
import type { SubscriberImportView } from '../machines/subscriber-import-view.ts';
import { progressBar } from './job-details.ts';

/** The current details of an import in the Temporal UI: Markdown with state, progress, counters and parked tasks. */
export function subscriberImportDetails(input: SubscriberImportInput, view: SubscriberImportView): string {
  const lines = [`**${view.state}**${view.health === 'stalled' ? ' (stalled: needs an operator)' : ''}`];
  if (input.dryRun === true) lines.push('Dry run: writes no subscriber.');
  if (view.pause_reason !== undefined) {
    lines.push(
      `Paused by a limit: ${view.pause_reason} To go on past it: the signal \`unpause\`. To end it: the signal \`cancel\`.`,
    );
  }
  if (view.state === 'scheduled' && input.beginsAt !== null)
    lines.push(`Begins at ${new Date(input.beginsAt).toISOString()}.`);
  if (view.is_queued === true)
    lines.push('Waits for a slot: its organization has as many imports running as it may. Starts automatically.');
  if (view.error_message !== null) lines.push(`Error: ${view.error_message}`);
  if (view.number_of_records !== null) {
    lines.push(
      `${progressBar(view.records_imported, view.number_of_records)} ${view.records_imported} of ${view.number_of_records} rows`,
    );
    lines.push(
      `Ranges staged: ${view.progress.ranges.join(' of ')}. Chunks merged: ${view.progress.chunks.join(' of ')}.`,
    );
  }
  const counters = Object.entries(view.counters).filter(([, count]) => count > 0);
  if (counters.length > 0)
    lines.push(
      '| counter | rows |\n|---|---|\n' + counters.map(([name, count]) => `| ${name} | ${count} |`).join('\n'),
    );
  if (view.parked.length > 0) {
    lines.push(view.parked.map((task) => `- ${task.work} ${task.number} is parked: ${task.reason}`).join('\n'));
    lines.push(
      'Send the signal `retry` to try again, `skip_chunk` to skip the first one (its rows go to the failed log), or `fail` to end the import.',
    );
  }
  return lines.join('\n\n');
}
