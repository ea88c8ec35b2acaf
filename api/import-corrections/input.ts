import { z } from 'zod/v4';
import type { ValueCorrection } from '../../engine/db/corrections/correct-values.ts';
import type { RowCorrection } from '../../engine/db/corrections/correct-row.ts';
import type { Worklist } from '../../engine/db/corrections/worklists.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { RowFilter } from '../../engine/db/corrections/worklist-rows.ts';
import type { Attributes } from '../http/attributes.ts';
import { queryPageSize, readPerPage } from '../http/paging.ts';
import type { PagingRules } from '../http/paging.ts';
import { queryFlag, queryText } from '../http/query.ts';
import type { Query } from '../http/query.ts';
import { readRowId } from './row-id.ts';
import { flag, objectOf, recordOf, text, wholeNumber } from '../http/values.ts';

/** Request attributes of the correction of one row. */
export const rowCorrectionInput = objectOf({
  cells: recordOf(text, BOUNDS.importColumns.max)
    .describe('The corrected cells by the name of their column; none of them: the row is imported as it is.')
    .nullish(),
  dropped: flag.describe('The row is not imported.').nullish(),
  version: wholeNumber(0).describe('The version of the row that was read.'),
});

/** Request attributes of one correction for all rows with a fault. */
export const valueCorrectionInput = objectOf({
  column: text.describe('The column at fault; absent: the whole rows are.').nullish(),
  reason: text.describe('The fault; absent: all faults of the column.').nullish(),
  from: text.describe('Cell that the rows have in the column; absent, with a reason: any.').nullish(),
  to: text.describe('The cell in its place.').nullish(),
  dropped: flag.describe('The rows are not imported.').nullish(),
  kept: flag.describe('The rows are imported as they are, where the whole rows are at fault.').nullish(),
});

/** Reads the correction of one row. @throws ValidationFailed */
export function readRowCorrection(
  attributes: Attributes<typeof rowCorrectionInput>,
  { columns }: Worklist,
): RowCorrection {
  const sent = attributes.find('cells');
  const dropped = attributes.read('dropped', false);
  const version = attributes.demand('version');
  if (sent === null && !dropped && !isWrong(attributes, 'cells'))
    attributes.refuse('cells', 'cannot be blank unless the row is dropped');
  const cells = Object.entries(sent ?? {}).map(([name, cell]) => {
    const at = columns.indexOf(name);
    if (at < 0) attributes.refuse('cells', `has ${name.slice(0, SHOWN)}, which is no column of the file`);
    return [at, cell] as const;
  });
  attributes.check();
  return { cells: sent === null ? null : Object.fromEntries(cells), dropped, version };
}

const SHOWN = 100;

function isWrong(attributes: Attributes<typeof rowCorrectionInput>, name: 'cells'): boolean {
  return (attributes.raw(name) ?? null) !== null;
}

/** Reads one correction for all rows with a fault. @throws ValidationFailed */
export function readValueCorrection(
  attributes: Attributes<typeof valueCorrectionInput>,
  { columns, groups }: Worklist,
): ValueCorrection {
  const name = attributes.find('column');
  const reason = attributes.find('reason');
  const from = attributes.find('from');
  const to = attributes.find('to');
  const isDropped = attributes.read('dropped', false);
  const isKept = attributes.read('kept', false);
  const column = name === null ? null : columns.indexOf(name);
  if (column === -1) attributes.refuse('column', 'is no column of the file');
  if (from === null && reason === null) attributes.refuse('from', 'cannot be blank without a reason');
  if (from !== null && column === null) attributes.refuse('from', 'needs a column');
  if (to !== null && column === null) attributes.refuse('to', 'needs a column');
  if (isKept && column !== null)
    attributes.refuse('kept', 'is for rows that are at fault as a whole: correct the cells');
  if ([to !== null, isDropped, isKept].filter(Boolean).length !== 1)
    attributes.refuseAs('send one of to, dropped and kept');
  attributes.check();
  return {
    groups: numbersOf(groups, { column, reason }),
    column,
    from,
    becomes: to !== null ? { to } : isDropped ? 'dropped' : 'kept',
  };
}

/** The numbers of the groups of a fault. @param fault with the index of its column, null: the whole row; undefined, and a null reason: any */
function numbersOf(
  groups: Worklist['groups'],
  { column, reason }: { readonly column: number | null | undefined; readonly reason: string | null },
): readonly number[] {
  const fitting = groups.filter(
    (group) => (column === undefined || group.column === column) && (reason === null || group.reason === reason),
  );
  return fitting.map(({ number }) => number);
}

/** Page sizes of failed rows. */
const PAGES: PagingRules = { defaultSize: 50, maximumSize: 500 };

/** Query of the failed rows of a worklist. */
export const failedRowsQuery = objectOf({
  column: queryText.describe('Rows with a fault of the column.'),
  reason: queryText.describe('Rows with the fault.'),
  value: queryText.describe('Rows with a fault of such a cell.'),
  left: queryFlag.describe('Lists only rows with a fault that is neither corrected nor dropped.'),
  after: z
    .string({ error: 'must be given once' })
    .refine((sent) => readRowId(sent) !== null, 'must be the id of a row')
    .meta({ maxLength: 25, description: 'Lists rows after this one.' })
    .optional(),
  per_page: queryPageSize(PAGES),
});

/** Reads which failed rows are listed. */
export function readRowFilter(
  { column, reason, value, left, after, per_page: perPage }: Query<typeof failedRowsQuery>,
  { columns, groups }: Worklist,
): RowFilter {
  const at = column === null ? undefined : columns.indexOf(column);
  const isWhole = column === null && reason === null && value === null;
  return {
    groups: isWhole ? null : numbersOf(groups, { column: at, reason }),
    value,
    isLeft: left,
    after: (after === null ? null : readRowId(after)) ?? { rowNumber: 0, line: 0 },
    limit: readPerPage({ per_page: perPage ?? undefined }, PAGES),
  };
}
