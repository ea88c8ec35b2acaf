import type { PoolClient } from 'pg';

/** The part of a log that stands before all others: the header line of the failed log. */
export const HEADER_PART = -1;

/** Parts of rows that an operator skipped stand behind the parts of ranges. */
const SKIPPED_PARTS = 1_000_000;

/** Number of the failed log's part that holds the rows of a skipped chunk. */
export function skippedPart(chunk: number): number {
  return SKIPPED_PARTS + chunk;
}

/** Writes one part of a log; a part that is there already is replaced by the same text. */
export async function writeLogPart(
  client: PoolClient,
  log: { importId: number; kind: string; part: number; entries: number; content: string },
): Promise<void> {
  await client.query(
    `insert into import_logs (subscriber_import_id, kind, part, entries, content) values ($1, $2, $3, $4, $5)
     on conflict (subscriber_import_id, kind, part) do update set entries = excluded.entries, content = excluded.content`,
    [log.importId, log.kind, log.part, log.entries, log.content],
  );
}
