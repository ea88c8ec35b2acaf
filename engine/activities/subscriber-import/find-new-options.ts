import { createNewOptions } from '../../csv/new-options.ts';
import { compileRow } from '../../csv/row.ts';
import type { RowPlan } from '../../csv/row-plan.ts';
import type { Scan } from '../../csv/scan.ts';
import { readTakenCorrections } from '../../db/corrections/taken-corrections.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { createsOptions } from '../../domain/column-rules.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';
import { pastSlowRows } from './past-slow-rows.ts';
import type { NewOption } from '../../values/custom-field.ts';

/** Whether the import has a column whose words become options of its field. */
export function canCreateOptions({ column_rules }: ImportOptions): boolean {
  return (column_rules ?? []).some(createsOptions);
}

/**
 * Reads all rows of a scanned source for the options that its columns create: before any row is staged, since staged rows have the ids
 * of their options. An import without such columns reads nothing.
 * @returns the options of valid rows, as many as an import may create @throws ApplicationFailure RowsTooSlow
 */
export async function findNewOptions(
  { pool, files, rangeThreads }: ActivityDeps,
  record: ImportRecord,
  { plan, ranges, signal }: { plan: RowPlan; ranges: Scan['ranges']; signal: AbortSignal },
): Promise<readonly NewOption[]> {
  if (!canCreateOptions(record.options)) return [];
  const looking = { ...plan, findsNewOptions: true };
  // A plan that does not fit the list is a fault of the data; a thread could only say that it failed.
  compileRow(looking);
  const found = createNewOptions();
  for (const range of ranges) {
    const { start, end, firstRow } = range;
    const corrections = await readTakenCorrections(pool, record, range);
    const { newOptions = [] } = await pastSlowRows((slowRows) =>
      rangeThreads.encode(
        {
          request: { plan: looking, firstRow, partitioning: { chunks: 1, firstKeys: null }, slowRows, corrections },
          source: files.read(sourceKey(record), { start, end }, signal),
          bytes: end - start,
          owner: record.organizationId,
          take: () => Promise.resolve(),
        },
        signal,
      ),
    );
    newOptions.forEach(found.add);
    if (found.isFull()) break;
  }
  return found.list();
}
