import { z } from 'zod';
import { readPage } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** The place of a row in its worklist. */
export interface RowPlace {
  /** The number of its record. */
  readonly rowNumber: number;
  /** 0; of further rows within the record from 1. */
  readonly line: number;
}

const worklistRow = z.object({
  rowNumber: z.number(),
  line: z.number(),
  cells: z.array(z.string()),
  /** The numbers of the groups of its faults. */
  groups: z.array(z.number()),
  /** Corrected cells by the index of their column; {}: the row is imported as it is; null: it is not corrected. */
  correction: z.record(z.string()).nullable(),
  dropped: z.boolean(),
  /** Faults of the row as it is corrected. */
  wrong: z.array(z.object({ column: z.number().nullable(), reason: z.string() })),
  version: z.number(),
  importedAs: z.number().nullable(),
  correctionBytes: z.number(),
});
/** A failed row with its correction. */
export type WorklistRow = Readonly<z.infer<typeof worklistRow>>;

/** The bytes of the correction of a row `r`. */
export const BYTES_OF_CORRECTION = sql.fragment`
  (coalesce(octet_length(r.correction::text), 0) + coalesce(octet_length(r.wrong::text), 0))`;

const columns = sql.fragment`
  r.row_number as "rowNumber", r.line, r.cells, r.groups, r.correction, r.dropped, r.version, r.imported_as as "importedAs",
  coalesce(r.wrong, '[]') as wrong, ${BYTES_OF_CORRECTION} as "correctionBytes"`;

/** Rows of a worklist that are listed. */
export interface RowFilter {
  /** Rows with a fault of these groups; null: all rows. */
  readonly groups: readonly number[] | null;
  /** Rows whose fault is of such a cell. */
  readonly value: string | null;
  /** Rows, or with `groups` their faults, that are left alone. */
  readonly isLeft: boolean;
  readonly after: RowPlace;
  readonly limit: number;
}

/** The rows of a worklist that fit the filter, in the order of the file. @throws RequestedTooMany beyond `pageBytes` */
export function listWorklistRows(db: Database, id: number, filter: RowFilter): Promise<readonly WorklistRow[]> {
  const { groups, value, isLeft, after, limit } = filter;
  const place = sql.fragment`(row_number, line) > (${after.rowNumber}::int8, ${after.line}::int4)`;
  const left = isLeft ? sql.fragment`is_left` : sql.fragment`true`;
  const places =
    groups === null
      ? sql.fragment`
          select row_number, line from import_worklist_rows
          where subscriber_import_id = ${id} and ${place} and ${left}`
      : sql.fragment`
          select distinct row_number, line
          from unnest(${sql.array(groups, 'int4')}) as g (number)
          cross join lateral (
            select row_number, line from import_worklist_faults
            where subscriber_import_id = ${id} and group_number = g.number and ${place} and ${left}
              and (${value}::text is null or cell = ${value})
            order by row_number, line
            limit ${limit}
          ) f`;
  return readPage(
    db,
    worklistRow,
    sql.fragment`
      select ${columns}
      from (${places} order by row_number, line limit ${limit}) p
      join import_worklist_rows r
        on r.subscriber_import_id = ${id} and r.row_number = p.row_number and r.line = p.line
      order by r.row_number, r.line`,
  );
}

/** A row of a worklist; null when there is none. */
export function findWorklistRow(db: Database, id: number, { rowNumber, line }: RowPlace): Promise<WorklistRow | null> {
  return db.maybeOne(sql.type(worklistRow)`
    select ${columns} from import_worklist_rows r
    where subscriber_import_id = ${id} and row_number = ${rowNumber} and line = ${line}
  `);
}
