import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { sourceKey } from '../../../engine/files/source-key.ts';
import { fileOwner } from '../../support/file-owner.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const LATIN = Buffer.from('email,Name\nzoe@example.com,Zoë\n', 'latin1');
const GUESSED = [
  {
    code: 'guessed_encoding',
    message: expect.stringContaining('for example "Zoë"') as string,
    columns: [],
    rows: [1],
    count: 1,
  },
];

describe('notices', () => {
  let api: TestApi;
  let listId: number;
  const SOURCE = { file_source: { type: 'upload_directory', filename: 'latin.csv' } };
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
    await api.call('POST', `/mailing_lists/${listId}/custom_fields`, {
      custom_field: { name: 'Name', field_type: 'text' },
    });
    const folder = join(api.config.uploadsDir, '1');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'latin.csv'), LATIN);
  });

  const analyze = (more: object = {}) =>
    api.call<any>('POST', `/mailing_lists/${listId}/subscriber_imports/analyze`, {
      subscriber_import: { ...SOURCE, ...more },
    });
  const AUTO = { ...SOURCE, column_mapping: 'auto' };

  it('of a guessed encoding have a sample, in the analysis and in the import alike', async () => {
    expect((await analyze()).data.notices).toEqual(GUESSED);
    const { data } = await createImport(api, listId, AUTO);
    expect(data.notices).toEqual(GUESSED);
    expect((await api.call<any>('GET', `/subscriber_imports/${data.id}`)).data.notices).toEqual(GUESSED);
  });

  it('of a guessed encoding are those of "auto" with any mapping, where the client leaves the encoding to the service', async () => {
    const file_format = { character_set: 'auto', csv_has_headers: true };
    const { data } = await createImport(api, listId, { ...SOURCE, file_format });
    expect(data).toMatchObject({ notices: GUESSED, file_format: { character_set: 'windows-1252' } });
    const { data: automatic } = await createImport(api, listId, { ...AUTO, file_format });
    expect(automatic).toMatchObject({ notices: GUESSED, file_format: { character_set: 'windows-1252' } });
    expect((await analyze({ file_format })).data).toMatchObject({ notices: GUESSED });
    const file_source = { type: 'json', content: 'email,Name\nzoe@example.com,Zoë\n' };
    const { data: inline } = await createImport(api, listId, { file_source, file_format });
    expect(inline).toMatchObject({ notices: [], file_format: { character_set: 'UTF-8' } });
  });

  it('are not there when the client says what the file is', async () => {
    const file_format = { character_set: 'ISO-8859-1' };
    expect((await analyze({ file_format })).data.notices).toEqual([]);
    expect((await createImport(api, listId, { ...AUTO, file_format })).data.notices).toEqual([]);
    expect((await createImport(api, listId)).data.notices).toEqual([]);
  });

  it('of a file that is named like people who left wait for their status', async () => {
    await writeFile(join(api.config.uploadsDir, '1', 'unsubscribed_members.csv'), 'email,Name\nann@example.com,Ann\n');
    const file_source = { type: 'upload_directory', filename: 'unsubscribed_members.csv' };
    expect((await analyze({ file_source })).data.notices).toMatchObject([{ code: 'leaving_name' }]);
    const refused = await api.call<any>('POST', `/mailing_lists/${listId}/subscriber_imports`, {
      subscriber_import: { ...AUTO, file_source },
    });
    expect(JSON.stringify(refused)).toMatch(/cannot be found: .* Set subscriber_defaults.status to .{1,2}unsubscribed/);
    const subscriber_defaults = { status: 'unsubscribed' };
    const { data } = await createImport(api, listId, { ...AUTO, file_source, subscriber_defaults });
    expect(data.notices).toEqual([]);
  });

  it('of people who are active and have left refuse "auto"', async () => {
    const content = 'email,Status,Unsubscribed at\nann@example.com,active,\nbob@example.com,active,2024-01-31\n';
    const file_source = { type: 'json', content };
    const refused = await api.call<any>('POST', `/mailing_lists/${listId}/subscriber_imports`, {
      subscriber_import: { file_source, column_mapping: 'auto' },
    });
    expect(JSON.stringify(refused)).toMatch(
      /cannot be found: .*Status.* active, and .*Unsubscribed at.* when they left/,
    );
    expect((await analyze({ file_source })).data.notices).toMatchObject([{ code: 'active_with_removal', rows: [2] }]);
  });

  it('of a dry run are those of the import that it is started as', async () => {
    const { data } = await createImport(api, listId, { ...AUTO, dry_run: true });
    await setImport(api, data.id, { state: 'finished', finished_at: new Date().toISOString() });
    // The worker has copied the source.
    await api.app.files.write(sourceKey(await fileOwner(api.database.pool, data.id)), Readable.from([LATIN]));
    const started = await api.call('POST', `/subscriber_imports/${data.id}/start`);
    expect(started.data).toMatchObject({ dry_run_id: data.id, notices: GUESSED });
  });

  it('of the scan follow those of the creation, one for each code', async () => {
    const { data } = await createImport(api, listId, AUTO);
    const scanned = (code: string) => ({ code, message: 'Later.', columns: [1], rows: [], count: 1 });
    await api.database.pool.query('update subscriber_imports set scan_notices = $2 where id = $1', [
      data.id,
      JSON.stringify([scanned('guessed_encoding'), scanned('person_in_header')]),
    ]);
    const shown = await api.call<any>('GET', `/subscriber_imports/${data.id}`);
    expect(shown.data.notices).toEqual([...GUESSED, scanned('person_in_header')]);
  });
});
