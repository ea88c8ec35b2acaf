import { Readable } from 'node:stream';
import { exportPartKey } from '../../../engine/files/subscriber-export-key.ts';
import { fileOwner } from '../../support/file-owner.ts';
import type { TestApi } from '../support/build.ts';

/** Finishes an export as its workflow would, with these parts as its file. */
export async function finishExport(api: TestApi, id: number, parts: readonly string[]): Promise<void> {
  const owner = await fileOwner(api.database.pool, id, 'subscriber_exports');
  for (const [number, part] of parts.entries()) {
    await api.app.files.write(exportPartKey(owner, 1, number), Readable.from([Buffer.from(part)]));
    await api.database.pool.query(
      `insert into export_parts (subscriber_export_id, part_number, first_page, end_page) values ($1, $2, 0, 1)`,
      [id, number],
    );
  }
  await api.database.pool.query(
    `update subscriber_exports
        set state = 'finished', finished_at = now(), snapshot = 1, file_bytes = $2 where id = $1`,
    [id, Buffer.byteLength(parts.join(''))],
  );
}
