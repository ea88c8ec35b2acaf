import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { analyzeFile, caseFile, importExplicitly, NAME } from './support/file-cases.ts';

describe('a file that is no table', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it.each([
    ['80-json.json', /is JSON, not a table/],
    ['80-table.xls', /is an HTML page/],
  ])('%s fails with what it is and what to do, in the analysis and with a mapping', async (name, sentence) => {
    const source = await caseFile(name);
    const list = await fixture.createList({ fields: [NAME] });
    const { mapping, warnings } = analyzeFile(list, source, { fields: [NAME] });
    expect(mapping).toBeNull();
    expect(warnings).toMatchObject([{ code: 'unreadable', message: expect.stringMatching(sentence) }]);
    await expect(importExplicitly(fixture, source, ['email'], { fields: [NAME] })).rejects.toThrow(sentence);
  });

  const HEADERS = 'Subject: Members\nDate: 31.01.2024\n';
  it('is a mail by a line that only mails have; titles above a table may begin as one', async () => {
    const list = await fixture.createList({ fields: [NAME] });
    const read = (text: string) => analyzeFile(list, Buffer.from(text), { fields: [NAME] });
    expect(read(`${HEADERS}Message-ID: <1@x.example>\n\nHello\n`).warnings).toMatchObject([{ code: 'unreadable' }]);
    for (const title of [HEADERS, 'Date: 31.01.2024\nAuthor: Ann\n', 'To: Ann\nFrom: Bob\n']) {
      expect(read(`${title}\nEmail;Name\nann@x.example;Ann\nbob@x.example;Bob\n`).mapping, title).toEqual([
        'email',
        'Name',
      ]);
    }
  });
});
