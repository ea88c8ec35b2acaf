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

  it('is no value of a field with the reasons of a failed log, whichever import had it', async () => {
    const list = await createList(engine, 'Errors', [{ name: 'Error', field_type: 'text' }]);
    const body = (content: string, column_mapping: unknown) => ({
      subscriber_import: { column_mapping, file_source: { type: 'json', content } },
    });
    const run = async (content: string, mapping: unknown) => {
      const { data } = succeed(
        await engine.call('POST', `/mailing_lists/${list}/subscriber_imports`, body(content, mapping)),
      );
      await untilEnded(engine, Number(data.id));
      return Number(data.id);
    };
    const first = await run('email,Note,Kind\nno address\n', ['email', '', '']);
    await run('email,Error\nann@example.com,none\n', ['email', 'Error']);
    const log = await engine.text(`/subscriber_imports/${first}/logs/failed`);
    expect(log).toBe('email,Note,Kind,Error\nno address,,,"The number of columns is 1 instead of 3."\n');
    const again = await run(log.replace('no address', 'bob@example.com'), 'auto');
    const { data } = succeed(await engine.call('GET', `/subscriber_imports/${again}`));
    expect(data).toMatchObject({
      column_mapping: ['email', '', '', ''],
      stats: { subscribers: { added: 1 } },
      notices: [{ code: 'not_imported', columns: [4] }],
    });
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
