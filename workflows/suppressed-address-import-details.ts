import type { SuppressedAddressImportView } from '../machines/suppressed-address-import-view.ts';
import { progressBar } from './progress-bar.ts';

/** The current details of an import of suppressed addresses in the Temporal UI: Markdown with state, progress and error. */
export function suppressedAddressImportDetails(view: SuppressedAddressImportView): string {
  const isStalled = view.health === 'stalled';
  const { imported, total } = view.rows;
  const lines = [`**${view.state}**${isStalled ? ' (stalled: needs an operator)' : ''}`];
  if (view.state === 'idle') {
    lines.push('Starts automatically when fewer imports of suppressed addresses of its organization are running.');
  }
  if (total !== null) lines.push(`${progressBar(imported, total)} ${imported} of ${total} rows imported`);
  if (view.error_message !== null) lines.push(`Error: ${view.error_message}`);
  if (isStalled) lines.push('Fix the cause and send the signal `retry`, or end the job with `fail` or `cancel`.');
  return lines.join('\n\n');
}
