import { z } from 'zod/v4';
import type { WorklistCounts } from '../../engine/db/corrections/worklist-counts.ts';
import type { WorklistRow } from '../../engine/db/corrections/worklist-rows.ts';
import type { Worklist } from '../../engine/db/corrections/worklists.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderTime } from '../http/times.ts';
import { sheetRowsOf } from '../subscriber-imports/sheet-rows.ts';
import { rowId } from './row-id.ts';

/** The worklist of an import, as the service answered it. */
const worklistExample = {
  version: 1,
  number_of_rows: 2,
  left: 1,
  corrected: 1,
  dropped: 0,
  imported: 0,
  ready: 1,
  left_out: 0,
  columns: ['email', 'City'],
  groups: [
    {
      column: 'email',
      reason: 'email is not a valid address',
      rows: 2,
      left: 1,
      values: [
        { value: 'cid.example.com', rows: 1, left: 0 },
        { value: 'dan@', rows: 1, left: 1 },
      ],
    },
  ],
  import_id: null,
  expires_at: '2026-03-16T09:30:24Z',
};

/** A failed row that was corrected, as the service answered it. */
const failedRowExample = {
  id: '3',
  row_number: 3,
  sheet_row: 4,
  cells: { email: 'cid.example.com', City: 'Berlin' },
  surplus: [],
  faults: [{ column: 'email', reason: 'email is not a valid address', message: 'email is not a valid address' }],
  corrected_cells: { email: 'cid@example.com' },
  still_wrong: [],
  dropped: false,
  version: 1,
  imported_as: null,
};

const column = z.string().nullable().describe('Null when the fault is of the whole row.');

/** The worklist of an import. */
export const worklistRecord = z
  .object({
    version: whole.describe('Counts the changes.'),
    number_of_rows: whole,
    left: whole.describe('Rows with a fault that is neither corrected nor dropped, or that would fail again.'),
    corrected: whole,
    dropped: whole,
    imported: whole.describe('Corrected rows that were imported.'),
    ready: whole.describe('Corrected rows that the next import will have.'),
    left_out: whole.describe('Failed rows that are counted but not in the worklist, because it is full.'),
    columns: z.array(z.string()).describe('One unique name for each column of the file.'),
    groups: z
      .array(
        z.object({
          column,
          reason: z.string(),
          rows: whole,
          left: whole,
          values: z
            .array(z.object({ value: z.string(), rows: whole, left: whole }))
            .describe('The most frequent cells.'),
        }),
      )
      .describe('The faults, the most frequent one first.'),
    import_id: whole.nullable().describe('The last import of corrected rows.'),
    expires_at: renderedTime.describe('The worklist is deleted with the logs of the import.'),
  })
  .meta({ id: 'ImportWorklist', examples: [worklistExample] });

const cells = z.record(z.string(), z.string());
const faults = z.array(z.object({ column, reason: z.string(), message: z.string() }));

/** A failed row with its correction. */
export const failedRowRecord = z
  .object({
    id: z.string(),
    row_number: whole.describe('The number of the record, without the header and empty lines.'),
    sheet_row: whole.describe('The number that a spreadsheet shows for the row.'),
    cells,
    surplus: z.array(z.string()).describe('Cells after the last column, which are not imported.'),
    faults,
    corrected_cells: cells
      .nullable()
      .describe('Null if the row is not corrected; without cells it is imported as it is.'),
    still_wrong: faults.describe(
      'The faults that the row has as it is corrected, as it was judged when the correction was stored.',
    ),
    dropped: z.boolean(),
    version: whole,
    imported_as: whole.nullable().describe('The import of the corrected row.'),
  })
  .meta({ id: 'FailedRow', examples: [failedRowExample] });

/** Renders a worklist; times have the offset of the zone. */
export function renderWorklist(
  { version, columns, groups, leftOut, correctedImportId }: Worklist,
  counts: WorklistCounts,
  { expiresAt, timeZone }: { readonly expiresAt: Date; readonly timeZone: string },
): Rendered<typeof worklistRecord> {
  const faults = counts.groups.map(({ number, rows, left }) => {
    const group = groups.find((each) => each.number === number);
    const values = counts.values.filter((each) => each.number === number);
    return {
      column: nameOf(group?.column ?? null, columns),
      reason: group?.reason ?? '',
      ...{ rows, left },
      values: values.map((each) => ({ value: each.value, rows: each.rows, left: each.left })),
    };
  });
  return {
    version,
    number_of_rows: counts.rows,
    left: counts.left,
    corrected: counts.rows - counts.left - counts.dropped,
    ...{ dropped: counts.dropped, imported: counts.imported, ready: counts.ready },
    left_out: leftOut,
    columns,
    groups: faults.sort((one, other) => other.rows - one.rows),
    import_id: correctedImportId,
    expires_at: renderTime(expiresAt, timeZone),
  };
}

/** Renders a failed row of an import. */
export function renderFailedRow(
  row: WorklistRow,
  { columns, groups }: Worklist,
  { options, sourceFormat }: SubscriberImport,
): Rendered<typeof failedRowRecord> {
  const { cells: fields, correction } = row;
  const numbers = sheetRowsOf(options.file_format, sourceFormat)(row.rowNumber);
  const named = columns.flatMap((name, at) => (fields[at] === undefined ? [] : [[name, fields[at]] as const]));
  const faultOf = ({ column: at, reason }: { readonly column: number | null; readonly reason: string }) => ({
    column: nameOf(at, columns),
    reason,
    message: reason,
  });
  const corrected = columns.flatMap((name, at) =>
    correction?.[at] === undefined ? [] : [[name, correction[at]] as const],
  );
  return {
    id: rowId(row),
    row_number: row.rowNumber,
    sheet_row: numbers.sheet_row,
    cells: Object.fromEntries(named),
    surplus: fields.slice(columns.length),
    faults: groups.filter(({ number }) => row.groups.includes(number)).map(faultOf),
    corrected_cells: correction === null ? null : Object.fromEntries(corrected),
    still_wrong: row.wrong.map(faultOf),
    dropped: row.dropped,
    version: row.version,
    imported_as: row.importedAs,
  };
}

function nameOf(column: number | null, columns: readonly string[]): string | null {
  return column === null ? null : (columns[column] ?? null);
}
