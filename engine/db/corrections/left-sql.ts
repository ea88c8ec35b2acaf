import { sql } from '../core/slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** A row of a worklist as it becomes. */
interface CorrectedRow {
  /** The cells by the index of their column, as jsonb; null where it is not corrected. */
  readonly correction: Fragment;
  readonly dropped: Fragment;
  /** Whether it would fail again. */
  readonly isWrong: Fragment;
}

/**
 * The condition that a fault of a row is left: of the whole row where it has no correction, of a column where its cell has none, and each
 * where the row would fail again.
 */
function faultIsLeft(column: Fragment, { correction, dropped, isWrong }: CorrectedRow): Fragment {
  return sql.fragment`(not ${dropped} and (${correction} is null or ${isWrong} or (
    ${correction} <> '{}'::jsonb and ${column} is not null and not jsonb_exists(${correction}, ${column}::text))))`;
}

/** The condition that any fault of a row `r` is left. */
export function rowIsLeft(row: CorrectedRow): Fragment {
  return sql.fragment`exists (
    select from import_worklist_groups g
    where g.subscriber_import_id = r.subscriber_import_id and g.group_number = any (r.groups)
      and ${faultIsLeft(sql.fragment`g.column_index`, row)})`;
}

/** The condition that a row `r` would fail again as it is corrected. */
export const IS_WRONG = sql.fragment`r.wrong is not null`;

/** The statement that writes for the faults of the rows `r` whether they are left. */
export function settleFaults(rows: Fragment): ReturnType<typeof sql.unsafe> {
  const row = { correction: sql.fragment`r.correction`, dropped: sql.fragment`r.dropped`, isWrong: IS_WRONG };
  const isLeft = faultIsLeft(sql.fragment`g.column_index`, row);
  return sql.unsafe`
    update import_worklist_faults f set is_left = not f.is_left
    from import_worklist_rows r
    join import_worklist_groups g on g.subscriber_import_id = r.subscriber_import_id and g.group_number = any (r.groups)
    where f.subscriber_import_id = r.subscriber_import_id and f.group_number = g.group_number
      and f.row_number = r.row_number and f.line = r.line and f.is_left is distinct from ${isLeft} and ${rows}
  `;
}
