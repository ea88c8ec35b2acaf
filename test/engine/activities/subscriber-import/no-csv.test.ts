import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('a source that is no CSV of its format', () => {
  it.each<[string, Buffer, RegExp]>([
    ['UTF-16', Buffer.from('email,name\nann@example.com,Ann\n', 'utf16le'), /encoded in UTF-16LE/],
    ['another separator', Buffer.from('email;name\nann@example.com;Ann\n'), /separated by semicolons/],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), /PDF document/],
  ])('fails the import before a row is touched: %s', async (_, source, message) => {
    const list = await fixture.createList();
    const id = await fixture.createImport(list, source, {
      column_mapping: ['email', ''],
      file_format: { ...DEFAULTS.file_format, csv_has_headers: true },
    });
    const perform = undisturbed(fixture.deps);
    const scan = perform('scanSource', { importId: id });
    await expect(scan).rejects.toMatchObject({ type: 'UnreadableSource', message: expect.stringMatching(message) });
    const { rows } = await fixture.pool.query(
      `select number_of_records, to_regclass('staging.import_' || id) as staging from subscriber_imports where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ number_of_records: null, staging: null }]);
  });
});
