import { packedSourceKey, sourceKey } from '../../../../engine/files/source-key.ts';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';

/** Creates an import of a compressed upload as the API does: with the file as it was sent, and no source. @returns its id */
export async function createPackedImport(
  { createImport, deps: { files }, pool }: ImportFixture,
  list: TestList,
  file: Buffer,
  options: Partial<ImportOptions> = {},
): Promise<number> {
  const id = await createImport(list, file, { column_mapping: ['email'], file_source: UPLOAD, ...options });
  await files.link(sourceKey({ id, jobKey: null }), packedSourceKey({ id, jobKey: null }));
  await files.remove(sourceKey({ id, jobKey: null }));
  await pool.query('update subscriber_imports set packed_bytes = $2 where id = $1', [id, file.length]);
  return id;
}

const UPLOAD = { type: 'upload' as const, id: '00000000-0000-0000-0000-000000000000', filename: 'people.csv.gz' };
