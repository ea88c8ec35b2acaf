import type { PoolClient } from 'pg';

/** The part of a log that stands before all others: the header line of a log of rows. */
export const HEADER_PART = -1;

/** Parts of rows that failed after they were staged stand behind the parts of ranges. */
const CHUNK_PARTS = 1_000_000;

/** Number of the failed log's part that holds rows of a chunk: those that no merge could take, or all of a skipped one. */
export function chunkPart(chunk: number): number {
  return CHUNK_PARTS + chunk;
}

/** Names one part of a log. */
export interface LogPart {
  readonly importId: number;
  readonly kind: string;
  readonly part: number;
}

/** A block of a part; where its lines are rows, those say which and how long their own text is. */
interface LogBlock {
  readonly piece: number;
  readonly entries: number;
  readonly content: string;
  readonly rowNumbers?: readonly number[];
  readonly textLengths?: readonly number[];
  /** Lines of rows for which there is no room. */
  readonly leftOut?: number;
}

/** Bytes that a block counts for each line with a row number, in addition to its text. */
export const BYTES_OF_LINE = 8;

/** Writes one block of a log's part; an existing block is replaced. The column is named `piece`. */
export async function writeLogBlock(
  client: PoolClient,
  { importId, kind, part }: LogPart,
  { piece, entries, content, rowNumbers, textLengths, leftOut = 0 }: LogBlock,
): Promise<void> {
  await client.query(
    `insert into import_logs
       (subscriber_import_id, kind, part, piece, entries, content, row_numbers, text_lengths, left_out, bytes)
     values ($1, $2, $3, $4, $5, $6, $7::integer[], $8, $9,
             octet_length($6) + ${BYTES_OF_LINE} * coalesce(cardinality($7::integer[]), 0))
     on conflict (subscriber_import_id, kind, part, piece)
        do update set entries = excluded.entries, content = excluded.content, row_numbers = excluded.row_numbers,
                      text_lengths = excluded.text_lengths, left_out = excluded.left_out, bytes = excluded.bytes`,
    [importId, kind, part, piece, entries, content, rowNumbers ?? null, textLengths ?? null, leftOut],
  );
}

/** Removes one part of a log. @returns how many bytes it had */
export async function dropLogPart(client: PoolClient, { importId, kind, part }: LogPart): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `with dropped as (
       delete from import_logs where subscriber_import_id = $1 and kind = $2 and part = $3 returning bytes
     ) select coalesce(sum(bytes), 0)::bigint as bytes from dropped`,
    [importId, kind, part],
  );
  return rows[0]?.bytes ?? 0;
}

/** Removes some blocks of a part. */
export async function dropLogBlocks(
  client: PoolClient,
  { importId, kind, part }: LogPart,
  blocks: readonly number[],
): Promise<void> {
  await client.query(
    `delete from import_logs where subscriber_import_id = $1 and kind = $2 and part = $3 and piece = any ($4)`,
    [importId, kind, part, blocks],
  );
}

/** Writes the header line of a log, unless it is there. @returns whether it was written */
export async function writeLogHeader(
  client: PoolClient,
  { importId, kind }: Omit<LogPart, 'part'>,
  line: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into import_logs (subscriber_import_id, kind, part, piece, entries, content, bytes)
     values ($1, $3, ${HEADER_PART}, 0, 0, $2, octet_length($2)) on conflict do nothing`,
    [importId, line, kind],
  );
  return rowCount === 1;
}

/** Reads the header line of a log of rows; null when it is not written. */
export async function readLogHeader(
  client: PoolClient,
  { importId, kind }: Omit<LogPart, 'part'>,
): Promise<string | null> {
  const { rows } = await client.query<{ content: string }>(
    `select content from import_logs where subscriber_import_id = $1 and kind = $2 and part = ${HEADER_PART}`,
    [importId, kind],
  );
  return rows[0]?.content ?? null;
}
