import type { JobView } from './messages.ts';

/** The details of a job that only its kind has. */
interface DetailsOfKind {
  /** Sentences after the state. */
  readonly notes?: readonly string[];
  /** The progress, with the unit and a participle such as "rows imported"; `total` null: not known yet. */
  readonly progress?: { readonly done: number; readonly total: number | null; readonly unit: string };
  /** The rest of the sentence that begins with the signal `retry`, for a stalled job. */
  readonly orElse: string;
}

/** The current details of a job in the Temporal UI: Markdown with state, progress and error. */
export function jobDetails(view: JobView, { notes = [], progress, orElse }: DetailsOfKind): string {
  const isStalled = view.health === 'stalled';
  const lines = [`**${view.state}**${isStalled ? ' (stalled: needs an operator)' : ''}`, ...notes];
  if (progress !== undefined && progress.total !== null) {
    const { done, total, unit } = progress;
    lines.push(`${progressBar(done, total)} ${done} of ${total} ${unit}`);
  }
  if (view.error_message !== null) lines.push(`Error: ${view.error_message}`);
  if (isStalled) lines.push(`Fix the cause and send the signal \`retry\`${orElse}`);
  return lines.join('\n\n');
}

/** The rest of that sentence for a job that can be ended. */
export const OR_END_IT = ', or end the job with `fail` or `cancel`.';

const CELLS = 20;

/** A bar of 20 cells as inline code of Markdown; full when there is nothing to do. */
export function progressBar(done: number, total: number): string {
  const cells = total === 0 ? CELLS : Math.min(CELLS, Math.floor((done / total) * CELLS));
  return `\`${'█'.repeat(cells)}${'░'.repeat(CELLS - cells)}\``;
}
