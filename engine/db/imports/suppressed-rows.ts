import type { PoolClient } from 'pg';
import { STAGED_COLUMNS } from '../../csv/encode-range.ts';
import type { StagedRow } from '../../csv/row-plan.ts';
import type { SubscriberStatus } from '../../domain/subscribers.ts';
import { sql } from '../core/slonik.ts';
import { isSuppressed } from '../suppressed-addresses/is-suppressed.ts';
import type { ImportRecord } from './record.ts';
import { STAGED_ROWS, stagingTarget } from './staging.ts';

const COLUMNS = STAGED_COLUMNS.join(', ');

/** Target of the COPY of a range of which the suppressed rows are looked for: table and columns. */
export const STAGED_APART = `staged_apart (${COLUMNS})`;

/** Creates that table, which the end of the transaction drops. */
export async function createStagedApart(client: PoolClient): Promise<void> {
  await client.query(`create temporary table staged_apart ${STAGED_ROWS} on commit drop`);
}

/** The condition of a row s, by the organization $1 and the list $2. */
const SUPPRESSED = isSuppressed({
  ...{ organizationId: '$1::bigint', key: 's.key', email: 's.email' },
  hasAddressKeys: '(select l.primary_key_custom_field_id is null from mailing_lists l where l.id = $2)',
});

/** A valid row whose address is suppressed. */
export interface SuppressedRow {
  readonly rowNumber: number;
  readonly chunk: number;
  readonly key: string;
  /** Null where the row has none. */
  readonly status: SubscriberStatus | null;
}

const ROWS_APART = `select row_number as "rowNumber", chunk, key, status from staged_apart s`;

/** Reads the rows apart whose addresses are suppressed. */
export async function findSuppressedRows(
  client: PoolClient,
  { organizationId, mailingListId }: ImportRecord,
): Promise<readonly SuppressedRow[]> {
  const { rows } = await client.query<SuppressedRow>(`${ROWS_APART} where ${SUPPRESSED} order by row_number`, [
    organizationId,
    mailingListId,
  ]);
  return rows;
}

/** Reads the rows apart that the first staging of their range skipped. */
export async function findSkippedRows(
  client: PoolClient,
  importId: number,
  range: number,
): Promise<readonly SuppressedRow[]> {
  const { rows } = await client.query<SuppressedRow>(
    `${ROWS_APART} where row_number in (
       select unnest(skipped_rows) from import_ranges where subscriber_import_id = $1 and range_number = $2)
      order by row_number`,
    [importId, range],
  );
  return rows;
}

/** Stages the rows apart, without some of them. */
export async function stageApart(
  client: PoolClient,
  importId: number,
  without: readonly SuppressedRow[],
): Promise<void> {
  await client.query(
    `insert into ${stagingTarget(importId)} select ${COLUMNS} from staged_apart s
      where not exists (select from unnest($1::bigint[]) left_out where left_out = s.row_number)`,
    [without.map(({ rowNumber }) => rowNumber)],
  );
}

/** Counts the rows of a small import whose addresses are suppressed. */
export async function countSuppressedRows(
  client: PoolClient,
  { organizationId, mailingListId, suppresses }: ImportRecord,
  staged: readonly StagedRow[],
): Promise<number> {
  if (!suppresses) return 0;
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::integer as n from unnest($3::text[], $4::text[]) s (key, email) where ${SUPPRESSED}`,
    [organizationId, mailingListId, staged.map(({ key }) => key), staged.map(({ email }) => email)],
  );
  return rows[0]?.n ?? 0;
}

/**
 * The suppressed rows of the ranges of the import `i` that are staged, as a part of a statement; null where an earlier version staged any
 * of them.
 */
export const suppressedOfRanges = sql.fragment`(
  select case when bool_or(r.staged_at is not null and r.suppressed is null) then null else coalesce(sum(r.suppressed), 0) end
    from import_ranges r where r.subscriber_import_id = i.id)`;
