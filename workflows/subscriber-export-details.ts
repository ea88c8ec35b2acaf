import type { SubscriberExportView } from '../machines/subscriber-export-view.ts';
import { progressBar } from './progress-bar.ts';

/** The current details of an export in the Temporal UI: Markdown with state, progress and error. */
export function subscriberExportDetails(view: SubscriberExportView): string {
  const isStalled = view.health === 'stalled';
  const { exported, total } = view.subscribers;
  const lines = [`**${view.state}**${isStalled ? ' (stalled: needs an operator)' : ''}`];
  if (view.state === 'idle') {
    lines.push('Starts automatically when fewer exports of its organization are running.');
  }
  if (total !== null) lines.push(`${progressBar(exported, total)} ${exported} of ${total} subscribers exported`);
  if (view.error_message !== null) lines.push(`Error: ${view.error_message}`);
  if (isStalled) lines.push('Fix the cause and send the signal `retry`, or end the job with `fail` or `cancel`.');
  return lines.join('\n\n');
}
