import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { twinKey } from '../../../../engine/values/subscriber-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { importFile } from '../pipeline.ts';

const UNICODE = 'ann@münchen.example';
const ASCII = 'ann@xn--mnchen-3ya.example';

describe('an import of international addresses', () => {
  let fixture: ImportFixture;
  beforeAll(async () => {
    fixture = await createImportFixture();
  });
  afterAll(() => fixture.close());

  const statuses = async (listId: number) =>
    (await fixture.readSubscribers(listId)).map(({ key, email, status }) => [key, email, status]);

  it('takes both spellings for one subscriber, whose first one stays', async () => {
    const list = await fixture.createList();
    const source = await readFile(new URL('../../../cases/imports/103-idn-twins.csv', import.meta.url));
    const file_format = { ...DEFAULTS.file_format, csv_has_headers: true };
    const { counters } = await importFile(fixture, list, source, { file_format });
    expect(counters).toMatchObject({ added: 1, skipped_duplicate: 1 });
    expect(await statuses(list.id)).toEqual([[ASCII, UNICODE, 'active']]);
  });

  it.each([
    [UNICODE, ASCII],
    [ASCII, UNICODE],
  ])('makes nobody active who left as %s, and is found as %s', async (left, imported) => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [{ email: left, key: ASCII, status: 'unsubscribed' }]);
    const { counters } = await importFile(fixture, list, `${imported}\n`, { overwrite: true });
    expect(counters).toMatchObject({ added: 0, updated: 0, skipped_unsubscribed: 1 });
    expect(await statuses(list.id)).toEqual([[ASCII, left, 'unsubscribed']]);
  });

  it('deactivates none of those whose other spelling it has, nor a twin of theirs', async () => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [
      { email: UNICODE, key: ASCII },
      { email: ASCII, key: twinKey(ASCII, 2) },
      { email: 'bob@münchen.example', key: 'bob@xn--mnchen-3ya.example' },
      { email: 'cid@x.example', key: 'cid@x.example' },
      { email: 'cid@X.example', key: twinKey('cid@x.example', 5) },
    ]);
    const source = `${ASCII}\nBOB@MÜNCHEN.example,too many\n`;
    await importFile(fixture, list, source, { deactivate_subscribers_not_in_import: true });
    expect((await statuses(list.id)).map(([key, , status]) => [key, status])).toEqual([
      [ASCII, 'active'],
      [twinKey(ASCII, 2), 'active'],
      ['bob@xn--mnchen-3ya.example', 'active'],
      ['cid@x.example', 'deactivated'],
      [twinKey('cid@x.example', 5), 'deactivated'],
    ]);
  });
});
