import { faultsOf } from '../../csv/failed-cells.ts';
import type { RowFault } from '../../csv/failed-cells.ts';
import type { FailedRow } from '../../csv/failed-log.ts';
import { WORKLIST_BOUNDS } from '../../domain/worklist-bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const ROWS_AT_ONCE = 1_000;
/** Bytes that a row counts in addition to its cells. */
const BYTES_OF_ROW = 64;
const OTHERS: RowFault = { column: null, reason: 'Other reasons.' };
const MOST_KNOWN_REASONS = 10_000;

/** A worklist that is made. */
interface NewWorklist {
  readonly id: number;
  readonly mapping: readonly string[];
  /** Bytes that its rows may have. */
  readonly room: number;
}

/** Rows that are added to a worklist, many at a time. */
interface NewRows {
  readonly count: number;
  readonly bytes: number;
  /** Whether enough rows were added to be written. */
  readonly isFull: boolean;
  /** @returns false, and adds nothing, when there is no room for the row */
  add(rowNumber: number, row: FailedRow): boolean;
  /** Writes the rows that were added. */
  flush(): Promise<void>;
  /** Writes those that are left, and the faults that rows have. */
  end(): Promise<void>;
}

/** Begins to add rows to a worklist. */
export function createRows(db: Database, { id, mapping, room }: NewWorklist): NewRows {
  const faults = numberFaults(mapping);
  let rows: RowValues[] = [];
  let last = { row: 0, line: 0 };
  let [count, bytes] = [0, 0];
  const flush = async () => {
    const written = rows;
    rows = [];
    if (written.length > 0) await insertRows(db, { id, rows: written, faults: faults.found });
  };
  return {
    get count() {
      return count;
    },
    get bytes() {
      return bytes;
    },
    get isFull() {
      return rows.length >= ROWS_AT_ONCE;
    },
    add: (row, { fields, reason }) => {
      const cells = JSON.stringify(fields);
      const size = Buffer.byteLength(cells) + BYTES_OF_ROW;
      if (count === WORKLIST_BOUNDS.worklistRows.max || bytes + size > room) return false;
      last = { row, line: last.row === row ? last.line + 1 : 0 };
      rows.push([row, last.line, cells, `{${faults.numbersOf(reason).join(',')}}`]);
      count += 1;
      bytes += size;
      return true;
    },
    flush,
    end: async () => {
      await flush();
      await insertGroups(db, id, faults.found);
    },
  };
}

/** Gives each fault a number when it is first found; beyond the bound, all are one. */
function numberFaults(mapping: readonly string[]) {
  const groups = new Map<string, number>();
  const found: RowFault[] = [];
  const known = new Map<string, readonly number[]>();
  const numberOf = (fault: RowFault): number => {
    const key = JSON.stringify([fault.column, fault.reason]);
    const number = groups.get(key);
    if (number !== undefined) return number;
    if (found.length >= WORKLIST_BOUNDS.worklistGroups.max && fault !== OTHERS) return numberOf(OTHERS);
    groups.set(key, found.length);
    return found.push(fault) - 1;
  };
  const numbersOf = (reason: string): readonly number[] => {
    const numbers = known.get(reason) ?? [...new Set(faultsOf(reason, mapping).map(numberOf))];
    if (known.size < MOST_KNOWN_REASONS) known.set(reason, numbers);
    return numbers;
  };
  return { numbersOf, found: found as readonly RowFault[] };
}

type RowValues = readonly [row: number, line: number, cells: string, groups: string];

/** Writes rows with their faults: the cell of each is that of its column, unless it is long. */
async function insertRows(
  db: Database,
  {
    id,
    rows,
    faults,
  }: { readonly id: number; readonly rows: readonly RowValues[]; readonly faults: readonly RowFault[] },
): Promise<void> {
  const columns = faults.map(({ column }, number) => [number, column] as const);
  await db.query(sql.unsafe`
    with added as (
      insert into import_worklist_rows (subscriber_import_id, row_number, line, cells, groups)
      select ${id}, row_number, line, cells, groups::integer[]
      from ${sql.unnest(rows, ['int8', 'int4', 'jsonb', 'text'])} as t (row_number, line, cells, groups)
      returning row_number, line, cells, groups
    ), faulty as (
      select g.number, r.row_number, r.line, r.cells ->> g.column_index as cell
      from added r
      join ${sql.unnest(columns, ['int4', 'int4'])} as g (number, column_index) on g.number = any (r.groups)
    )
    insert into import_worklist_faults (subscriber_import_id, group_number, row_number, line, cell)
    select ${id}, number, row_number, line,
      case when char_length(cell) <= ${WORKLIST_BOUNDS.worklistValue.max} then cell end
    from faulty
    order by number, row_number, line
  `);
}

async function insertGroups(db: Database, id: number, faults: readonly RowFault[]): Promise<void> {
  const numbered = faults.map(({ column, reason }, number) => [number, column, reason] as const);
  await db.query(sql.unsafe`
    insert into import_worklist_groups (subscriber_import_id, group_number, column_index, reason)
    select ${id}, * from ${sql.unnest(numbered, ['int4', 'int4', 'text'])} as t
  `);
}
