import type { PoolClient } from 'pg';
import type { SourceFormat } from '../../csv/source-format.ts';
import type { StagedRow } from '../../csv/row-plan.ts';
import type { Notice } from '../../domain/notices.ts';
import type { CountsByStatus } from '../../domain/subscribers.ts';
import type { ChunkResult } from '../../domain/subscriber-imports.ts';
import { prepared } from '../core/prepared.ts';
import { markChunk } from './chunk-ledger.ts';
import type { ScannedRange } from './ledger.ts';

/** A small import whose only range and chunk are done in one transaction. */
export interface InlineImport extends ChunkResult {
  readonly range: ScannedRange;
  readonly header: { readonly start: number; readonly end: number } | null;
  readonly columnsHash: string | null;
  readonly notices: readonly Notice[];
  readonly sourceFormat: SourceFormat;
  /** Rows that failed validation. */
  readonly failed: number;
  /** Valid rows whose address is suppressed. */
  readonly suppressed: number;
  /** Rows within them. */
  readonly swallowed: number;
  /** Rows of which cells were left blank. */
  readonly partial: number;
  /** Valid rows by the status that each gives a new subscriber. */
  readonly statuses: CountsByStatus;
}

/**
 * Writes the scan, the range and the chunk of an import as done, in the transaction that merged its rows. Until that ends,
 * the import cannot end.
 * @returns false, and writes nothing, when the import has ended or has been scanned by another attempt
 */
export async function writeInline(client: PoolClient, importId: number, done: InlineImport): Promise<boolean> {
  const { range, header, columnsHash, notices, sourceFormat, failed, swallowed, partial, statuses, suppressed } = done;
  const { rowCount } = await client.query(
    prepared(WRITE_INLINE, [
      ...[importId, range.start, range.end, range.firstRow, range.records, failed],
      ...[
        header?.start ?? null,
        header?.end ?? null,
        columnsHash,
        JSON.stringify(notices),
        JSON.stringify(sourceFormat),
        partial,
        swallowed,
        JSON.stringify(statuses),
        suppressed,
      ],
    ]),
  );
  if (rowCount !== 1) return false;
  await markChunk(client, importId, 0, 'merged', done);
  return true;
}

const WRITE_INLINE = `
with scanned as (
  update subscriber_imports
     set number_of_records = $5::integer, header_start = $7::bigint, header_end = $8::bigint, partitions = 1, columns_hash = $9,
         scan_notices = $10::jsonb, source_format = source_format || $11::jsonb,
         started_at = coalesce(started_at, now())
   where id = $1::bigint and number_of_records is null and finished_at is null
  returning id
), range as (
  insert into import_ranges
    (subscriber_import_id, range_number, byte_start, byte_end, first_row, records, staged_at, failed, partial, swallowed, chunk_rows,
     statuses, suppressed)
  select id, 0, $2::bigint, $3::bigint, $4::bigint, $5::integer, now(), $6::integer, $12::integer, $13::integer,
         array[$5::integer - $6::integer], $14::jsonb, $15::integer
    from scanned
)
insert into import_chunks (subscriber_import_id, chunk_number) select id, 0 from scanned`;

/** The rows of a small import as JSON text, for a merge that reads them from its statement instead of from staging. */
export function rowsText(rows: readonly StagedRow[]): string {
  return `[${rows.map(rowText).join(',')}]`;
}

function rowText({ customFields, ...row }: StagedRow): string {
  const cells = {
    ...{ row_number: row.rowNumber, key: row.key, email: row.email, status: row.status },
    ...{ email_format: row.emailFormat, confirmed: row.confirmed, confirm_time: row.confirmTime },
    ...{ subscribe_time: row.subscribeTime, subscribe_ip: row.subscribeIp },
    ...{ remove_time: row.removeTime, remove_ip: row.removeIp, clears_fields: row.clearsFields },
  };
  // JSON text already.
  return `${JSON.stringify(cells).slice(0, -1)},"custom_fields":${customFields}}`;
}

/** The table of such rows, as a part of a statement; `text` is the parameter that holds them. */
export function rowsSql(text: string): string {
  return `jsonb_to_recordset(${text}) as staged (${ROW_COLUMNS})`;
}

const ROW_COLUMNS = `row_number bigint, key text collate "C", email text, status subscriber_status, email_format email_format,
  confirmed boolean, confirm_time timestamptz, subscribe_time timestamptz, subscribe_ip text, remove_time timestamptz,
  remove_ip text, clears_fields boolean, custom_fields jsonb`;
