import type { PoolClient } from 'pg';
import { STAGED_COLUMNS } from '../../csv/encode-range.ts';
import { STAGED_ROWS } from '../imports/staging.ts';
import { unicodeSpelling } from '../../values/subscriber-key.ts';
import type { RangeOutcome } from './ledger.ts';

/** Target of the COPY that stages the rows of a range: table and columns. */
export const STAGED_ADDRESSES = `staged_addresses (${STAGED_COLUMNS.join(', ')})`;

/** Creates the table of the staged rows of one range, which the end of the transaction drops. */
export async function createStagedAddresses(client: PoolClient): Promise<void> {
  await client.query(`create temporary table staged_addresses ${STAGED_ROWS} on commit drop`);
}

/** The range whose rows are staged. */
interface StagedRange {
  readonly importId: number;
  readonly organizationId: number;
  readonly number: number;
  /** Bytes that each log may have; of further rows only the number is kept. */
  readonly mostLogBytes: number;
}

/** Suppresses the staged addresses that are not, in the order of their keys, and logs each. */
export async function suppressStaged(
  client: PoolClient,
  { importId, organizationId, number, mostLogBytes }: StagedRange,
): Promise<Pick<RangeOutcome, 'added' | 'skipped_duplicate'>> {
  const { rows } = await client.query<{ kind: string; entries: number }>(
    `with staged as materialized (
       select key, email, row_number, row_number() over (partition by key order by row_number) as occurrence
         from staged_addresses
     ), inserted as (
       insert into suppressed_addresses (organization_id, key, email, suppressed_address_import_id)
       select $1, key, email, $2 from staged where occurrence = 1 order by key
       on conflict do nothing
       returning key
     ), outcomes as (
       select case when occurrence = 1 and inserted.key is not null then 'added' else 'skipped_duplicate' end as kind,
              count(*)::integer as entries, string_agg(email, e'\\n' order by row_number) || e'\\n' as content
         from staged left join inserted on inserted.key = staged.key
        group by 1
     ), logged as (
       insert into suppressed_address_logs
         (suppressed_address_import_id, kind, range_number, piece, entries, left_out, content, bytes)
       select $2, kind, $3, 0, case when fits then entries else 0 end, case when fits then 0 else entries end,
              case when fits then content else '' end, case when fits then octet_length(content) else 0 end
         from outcomes cross join lateral (
           select coalesce(sum(bytes), 0) + octet_length(outcomes.content) <= $4 as fits from suppressed_address_logs l
            where l.suppressed_address_import_id = $2 and l.kind = outcomes.kind) room
     )
     select kind, entries from outcomes`,
    [organizationId, importId, number, mostLogBytes],
  );
  await writeSpellings(client, { organizationId, importId });
  const counted = (kind: string) => rows.find((row) => row.kind === kind)?.entries ?? 0;
  return { added: counted('added'), skipped_duplicate: counted('skipped_duplicate') };
}

/** Keys that are spelled at a time. */
const SPELLED = 5_000;

/** Writes the Unicode spellings of the international addresses that the import has suppressed of those staged. */
async function writeSpellings(
  client: PoolClient,
  { organizationId, importId }: Pick<StagedRange, 'organizationId' | 'importId'>,
): Promise<void> {
  await client.query(
    `declare international no scroll cursor for select key from staged_addresses where key like '%xn--%'`,
  );
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${SPELLED} from international`);
    if (rows.length === 0) break;
    await client.query(
      `update suppressed_addresses a set spelling = s.spelling from unnest($3::text[], $4::text[]) s (key, spelling)
        where a.organization_id = $1 and a.key = s.key and a.suppressed_address_import_id = $2 and a.spelling is null
          and s.spelling is not null`,
      [organizationId, importId, rows.map(({ key }) => key), rows.map(({ key }) => unicodeSpelling(key))],
    );
  }
  await client.query('close international');
}
