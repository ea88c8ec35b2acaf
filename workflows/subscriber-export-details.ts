import type { SubscriberExportView } from '../machines/subscriber-export-view.ts';
import { progressBar } from './progress-bar.ts';

/** What the Temporal UI shows as current details: Markdown with state, progress, and what the job is stalled by. */
export function subscriberExportDetails(view: SubscriberExportView): string {
  const isStalled = view.health === 'stalled';
  const { exported, total } = view.subscribers;
  const lines = [`**${view.state}**${isStalled ? ' (stalled: needs an operator)' : ''}`];
  if (view.state === 'idle') {
    lines.push('Begins by itself when fewer exports of its organization are under way.');
  }
  if (total !== null) lines.push(`${progressBar(exported, total)} ${exported} of ${total} subscribers exported`);
  if (view.error_message !== null) lines.push(`Error: ${view.error_message}`);
  if (isStalled) lines.push('Fix the cause and send the signal `retry`, or end the job with `fail` or `cancel`.');
  return lines.join('\n\n');
}
