import type { SubscriberImportInput } from '../machines/subscriber-import-setup.ts';
import type { SubscriberImportView } from '../machines/subscriber-import-view.ts';
import { progressBar } from './progress-bar.ts';

/** What the Temporal UI shows as current details: Markdown with state, progress, counters, and what is stuck. */
export function subscriberImportDetails(input: SubscriberImportInput, view: SubscriberImportView): string {
  const lines = [`**${view.state}**${view.health === 'stalled' ? ' (stalled: waits for an operator)' : ''}`];
  if (view.state === 'scheduled' && input.beginsAt !== null)
    lines.push(`Begins at ${new Date(input.beginsAt).toISOString()}.`);
  if (view.is_queued === true)
    lines.push('Waits for its turn: as many imports of its organization are under way as may be. Begins by itself.');
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
    lines.push(view.parked.map((piece) => `- ${piece.work} ${piece.number} is parked: ${piece.reason}`).join('\n'));
    lines.push(
      'Send the signal `retry` to try again, `skip_chunk` to give the first one up (its rows go to the failed log), or `fail`.',
    );
  }
  return lines.join('\n\n');
}
