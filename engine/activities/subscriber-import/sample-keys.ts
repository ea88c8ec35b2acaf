import { Readable } from 'node:stream';
import { readRange } from '../../csv/read-range.ts';
import type { RowPlan } from '../../csv/row-plan.ts';
import { textFormat } from '../../csv/source-text.ts';
import { compileRow } from '../../csv/row.ts';
import { ValidationFailed } from '../../platform/errors.ts';

/**
 * Reads the keys of sampled records; those that have none are left out, all of them when the plan does not fit the list.
 * @param pause awaited before each hundred records
 */
export async function sampleKeys(
  plan: RowPlan,
  lines: Buffer,
  { signal, pause }: { readonly signal: AbortSignal; readonly pause?: () => Promise<void> },
): Promise<string[]> {
  const toRow = rowReader(plan);
  if (toRow === null) return [];
  const keys: string[] = [];
  for await (const raws of readRange(Readable.from([lines]), textFormat(plan.options.file_format), {
    firstRow: 1,
    signal,
  })) {
    await pause?.();
    for (const raw of raws) {
      const outcome = toRow(raw);
      if (outcome.error === undefined) keys.push(outcome.row.key);
    }
  }
  return keys;
}

/** A plan that does not fit is a fault that staging finds, and says. */
function rowReader(plan: RowPlan): ReturnType<typeof compileRow> | null {
  try {
    return compileRow(plan);
  } catch (error) {
    if (error instanceof ValidationFailed) return null;
    throw error;
  }
}
