import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';

/** The message of an import whose source does not fit. */
export const NO_ROOM =
  /^The sources of the organization's unfinished and failed imports and dry runs take \d+ bytes of at most \d+: wait/;

/** Bytes of the sources of an organization as they are counted. */
export async function countedBytes({ pool }: ImportFixture, { organizationId }: TestList): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select coalesce(sum(coalesce(source_bytes, 0) + coalesce(packed_bytes, 0) + coalesce(reserved_bytes, 0)), 0)::bigint as bytes
       from subscriber_imports where organization_id = $1 and state not in ('finished', 'cancelled')`,
    [organizationId],
  );
  return rows[0]?.bytes ?? 0;
}

/** Bytes of the files of imports as they are stored, those that are being written included. */
export async function storedBytes({ filesDir }: ImportFixture, ids: readonly number[]): Promise<number> {
  let bytes = 0;
  for (const id of ids) {
    const folder = dirname(join(filesDir, sourceKey({ id, jobKey: null })));
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    for (const name of names) {
      const found = await stat(join(folder, name));
      if (found.isFile()) bytes += found.size;
    }
  }
  return bytes;
}
