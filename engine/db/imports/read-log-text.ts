import type { Connections } from '../core/connections.ts';
import { escapeLiteral } from 'pg';
import type { LogKind } from '../../domain/subscriber-imports.ts';
import { copyToMemory } from '../core/copy-out.ts';

/** A log of an import. */
interface Log {
  readonly importId: number;
  readonly kind: LogKind;
}

/**
 * The text of a log in order, in UTF-8 as Postgres has it. The next blocks are read while the last ones are sent; no connection
 * is held in between, so that a slow client takes memory for two reads and nothing else.
 */
export async function* readLogText(pool: Connections, importId: number, kind: LogKind): AsyncGenerator<Uint8Array> {
  const log = { importId, kind };
  let next: Promise<readonly Uint8Array[]> | undefined;
  for await (const blocks of readsOf(pool, log)) {
    const last = next;
    next = readBlocks(pool, log, blocks);
    // Awaited below, unless the client has gone by then.
    next.catch(() => undefined);
    if (last !== undefined) yield* await last;
  }
  if (next !== undefined) yield* await next;
}

/** The place of a block in a log. */
interface Place {
  readonly part: number;
  readonly piece: number;
}

/** Blocks that are read together: from one to another. */
interface BlockRange {
  readonly first: Place;
  readonly last: Place;
}

/** Bytes that one read has at least, unless the log ends; and at most, unless one block has more. */
const READ_BYTES = 1_048_576;
const BLOCKS_LISTED = 1_000;

/** Divides the blocks of a log into reads. */
async function* readsOf(pool: Connections, log: Log): AsyncGenerator<BlockRange> {
  let after: Place = { part: -(2 ** 31), piece: 0 };
  for (;;) {
    const blocks = await listBlocks(pool, log, after);
    let range: BlockRange | undefined;
    let bytes = 0;
    for (const block of blocks) {
      if (range !== undefined && bytes + block.bytes > READ_BYTES) {
        yield range;
        range = undefined;
      }
      bytes = (range === undefined ? 0 : bytes) + block.bytes;
      range = { first: range?.first ?? block, last: block };
      after = block;
    }
    if (range === undefined) return;
    yield range;
  }
}

/** The length of a text that is stored outside of its row is read without the text. */
async function listBlocks(
  pool: Connections,
  { importId, kind }: Log,
  { part, piece }: Place,
): Promise<readonly (Place & { readonly bytes: number })[]> {
  const { rows } = await pool.query<Place & { readonly bytes: number }>(
    `select part, piece, octet_length(content) as bytes
       from import_logs
      where subscriber_import_id = $1 and kind = $2 and (part, piece) > ($3, $4)
      order by part, piece
      limit $5`,
    [importId, kind, part, piece, BLOCKS_LISTED],
  );
  return rows;
}

/** Reads by COPY in its binary format, which has texts as bytes: nothing decodes them, or encodes them again. */
async function readBlocks(
  pool: Connections,
  { importId, kind }: Log,
  { first, last }: BlockRange,
): Promise<readonly Uint8Array[]> {
  const copied = await copyToMemory(
    pool,
    `copy (
       select content from import_logs
        where subscriber_import_id = ${importId} and kind = ${escapeLiteral(kind)}
          and (part, piece) between (${first.part}, ${first.piece}) and (${last.part}, ${last.piece})
        order by part, piece
     ) to stdout (format binary, encoding 'UTF8')`,
  );
  return onlyColumn(copied);
}

const HEADER_BYTES = 19;
const END = -1;

/** The values of a binary COPY of one column that is never null: each behind the number of columns and its length. */
function onlyColumn(copied: Buffer): readonly Uint8Array[] {
  const values: Uint8Array[] = [];
  for (let at = HEADER_BYTES; copied.readInt16BE(at) !== END;) {
    const start = at + 6;
    at = start + copied.readInt32BE(at + 2);
    values.push(copied.subarray(start, at));
  }
  return values;
}
