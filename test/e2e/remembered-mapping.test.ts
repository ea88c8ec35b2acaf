import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';

const FILE = 'Email;City;"Note; long"\r\nann@example.com;Oslo;x\r\nno address;Lima;y\r\n';
const BYTE_ORDER_MARK = '\uFEFF';

describe('a file with the columns of the last import of its list', () => {
  let engine: TestEngine;
  let listId: number;
  beforeAll(async () => {
    engine = await startTestEngine();
    listId = await createList(engine, 'News', [{ name: 'City', field_type: 'text' }]);
  });
  afterAll(() => engine.stop());

  const mappingOf = async (content: string) => {
    const body = { subscriber_import: { file_source: { type: 'json', content } } };
    return succeed(await engine.call('POST', `/mailing_lists/${listId}/subscriber_imports/analyze`, body)).data
      .column_mapping as unknown;
  };

  it('is mapped as that was, and so is its failed log; another file by the names of fields', async () => {
    await engine.upload('people.csv', BYTE_ORDER_MARK + FILE);
    const source = { type: 'upload_directory', filename: 'people.csv' };
    const settings = { column_mapping: ['email', '', 'City'], file_format: { csv_field_separator: ';' } };
    const id = await createImport(engine, listId, source, settings);
    expect(await untilEnded(engine, id)).toMatchObject({ stats: { subscribers: { added: 1, failed: 1 } } });

    expect(await mappingOf(FILE)).toEqual(['email', '', 'City']);
    const failedRows = await engine.text(`/subscriber_imports/${id}/logs/failed`);
    expect(await mappingOf(failedRows.replace('no address', 'bob@example.com'))).toEqual(['email', '', 'City', '']);
    expect(await mappingOf(FILE.replace('long', 'short'))).toEqual(['email', 'City', '']);
  });

  it('is mapped as a dry run was only once that was started', async () => {
    const columns = 'Email;City;Other\r\nann@example.com;Oslo;x\r\n';
    await engine.upload('other.csv', columns);
    const source = { type: 'upload_directory', filename: 'other.csv' };
    const settings = {
      column_mapping: ['email', '', 'City'],
      file_format: { csv_field_separator: ';' },
      dry_run: true,
    };
    const id = await createImport(engine, listId, source, settings);
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await mappingOf(columns)).toEqual(['email', 'City', '']);

    succeed(await engine.call('POST', `/subscriber_imports/${id}/start`));
    expect(await mappingOf(columns)).toEqual(['email', '', 'City']);
  });
});
