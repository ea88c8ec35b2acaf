import type { ListDeletionView } from '../machines/list-deletion-view.ts';
import { progressBar } from './progress-bar.ts';

/** The current details of a list deletion in the Temporal UI: Markdown with state, progress and error. */
export function listDeletionDetails(view: ListDeletionView): string {
  const isStalled = view.health === 'stalled';
  const { deleted, total } = view.subscribers;
  const lines = [`**${view.state}**${isStalled ? ' (stalled: needs an operator)' : ''}`];
  if (view.jobs.length > 0) {
    lines.push(`Waiting for the end of ${view.jobs.map((id) => `\`${id}\``).join(', ')}.`);
  }
  if (total !== null) lines.push(`${progressBar(deleted, total)} ${deleted} of ${total} subscribers deleted`);
  if (view.error_message !== null) lines.push(`Error: ${view.error_message}`);
  if (isStalled) lines.push('Fix the cause and send the signal `retry`. A confirmed deletion cannot be cancelled.');
  return lines.join('\n\n');
}
