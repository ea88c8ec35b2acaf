import type { PoolClient } from 'pg';

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
  { piece, entries, content }: { piece: number; entries: number; content: string },
): Promise<void> {
  await client.query(
    `insert into import_logs (subscriber_import_id, kind, part, piece, entries, content) values ($1, $2, $3, $4, $5, $6)
     on conflict (subscriber_import_id, kind, part, piece)
        do update set entries = excluded.entries, content = excluded.content`,
    [importId, kind, part, piece, entries, content],
  );
}

/** Removes one part of a log. */
export async function dropLogPart(client: PoolClient, { importId, kind, part }: LogPart): Promise<void> {
  await client.query(`delete from import_logs where subscriber_import_id = $1 and kind = $2 and part = $3`, [
    importId,
    kind,
    part,
  ]);
}

/** Lines of one part of a log, which is written in blocks so that a part of any size takes little memory. */
export interface LogLines {
  /** All that were added. */
  readonly entries: number;
  /** Whether so many lines are gathered that they should be written. */
  readonly isFull: boolean;
  readonly add: (lines: readonly string[]) => void;
  /** Writes what is gathered. */
  readonly flush: () => Promise<void>;
}

/** Characters of a block; one addition may exceed it. */
const BLOCK_CHARACTERS = 1_048_576;

/** Opens a part that has no blocks yet. */
export function openLogPart(client: PoolClient, log: LogPart): LogLines {
  let gathered: string[] = [];
  let characters = 0;
  let entries = 0;
  let piece = 0;
  return {
    get entries() {
      return entries;
    },
    get isFull() {
      return characters >= BLOCK_CHARACTERS;
    },
    add: (lines) => {
      for (const line of lines) {
        gathered.push(line);
        characters += line.length;
      }
      entries += lines.length;
    },
    flush: async () => {
      if (gathered.length === 0) return;
      const written = { piece: piece++, entries: gathered.length, content: gathered.join('') };
      [gathered, characters] = [[], 0];
      await writeLogBlock(client, log, written);
    },
  };
}
