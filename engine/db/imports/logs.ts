import type { PoolClient } from 'pg';
import type { FailedLine } from '../../csv/failed-log.ts';

/** The part of a log that stands before all others: the header line of the failed log. */
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

/** Writes one block of a log's part; an existing block is replaced. The column is named `piece`. */
export async function writeLogBlock(
  client: PoolClient,
  { importId, kind, part }: LogPart,
  block: LogBlock,
): Promise<void> {
  const { piece, entries, content, rowNumbers = null, textLengths = null } = block;
  await client.query(
    `insert into import_logs (subscriber_import_id, kind, part, piece, entries, content, row_numbers, text_lengths)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (subscriber_import_id, kind, part, piece)
        do update set entries = excluded.entries, content = excluded.content,
                      row_numbers = excluded.row_numbers, text_lengths = excluded.text_lengths`,
    [importId, kind, part, piece, entries, content, rowNumbers, textLengths],
  );
}

/** A block of a part; where its lines are rows, those say which and how long their own text is. */
interface LogBlock {
  readonly piece: number;
  readonly entries: number;
  readonly content: string;
  readonly rowNumbers?: readonly number[];
  readonly textLengths?: readonly number[];
}

/** Removes one part of a log. */
export async function dropLogPart(client: PoolClient, { importId, kind, part }: LogPart): Promise<void> {
  await client.query(`delete from import_logs where subscriber_import_id = $1 and kind = $2 and part = $3`, [
    importId,
    kind,
    part,
  ]);
}

/** Lines of one part of the failed log, which is written in blocks so that a part of any size takes little memory. */
export interface LogLines {
  /** All that were added. */
  readonly entries: number;
  /** Whether so many lines are gathered that they should be written. */
  readonly isFull: boolean;
  readonly add: (lines: readonly FailedLine[]) => void;
  /** Writes what is gathered. */
  readonly flush: () => Promise<void>;
}

/** Characters of a block; one addition may exceed it. */
const BLOCK_CHARACTERS = 1_048_576;

/** Blocks that a transaction may add to a part which others have begun. */
const BLOCKS_OF_ONE = 100_000;

/** Opens a part for the lines of a transaction, before which so many others have added to it. */
export function openLogPart(
  client: PoolClient,
  log: LogPart,
  { before = 0 }: { readonly before?: number } = {},
): LogLines {
  let gathered: FailedLine[] = [];
  let characters = 0;
  let entries = 0;
  let piece = before * BLOCKS_OF_ONE;
  return {
    get entries() {
      return entries;
    },
    get isFull() {
      return characters >= BLOCK_CHARACTERS;
    },
    add: (lines) => {
      for (const failed of lines) {
        gathered.push(failed);
        characters += failed.line.length;
      }
      entries += lines.length;
    },
    flush: async () => {
      if (gathered.length === 0) return;
      const written = {
        piece: piece++,
        entries: gathered.length,
        content: gathered.map(({ line }) => line).join(''),
        rowNumbers: gathered.map(({ rowNumber }) => rowNumber),
        textLengths: gathered.map(({ textLength }) => textLength),
      };
      [gathered, characters] = [[], 0];
      await writeLogBlock(client, log, written);
    },
  };
}
