import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve } from '../../engine/files/serve.ts';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { maintain } from '../../support/maintenance.ts';
import { suppress, suppressedAddresses, untilSuppressed } from '../../support/suppressions.ts';
import { upload } from '../../support/upload.ts';
import { workbook } from '../../support/workbook.ts';

const CSV = 'Name,E-Mail\nAnn,ann@example.com\nBob,Bob@Example.com\nBob,bob@example.com\nCid,cid.example.com\n';
const MAPPED = { column_mapping: ['', 'email'] };
const BOOK = workbook({
  sheets: [
    {
      name: 'People',
      rows: [
        ['Name', 'E-Mail'],
        ['Ann', 'ann@example.com'],
        ['Bob', 'Bob@Example.com'],
        ['Bob', 'bob@example.com'],
        ['Cid', 'cid.example.com'],
      ],
    },
  ],
});

describe('an import of suppressed addresses', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ FIRST_DOWNLOAD_WAIT_MS: '20', SECOND_DOWNLOAD_WAIT_MS: '40' });
    await engine.upload('people.csv', CSV);
    await engine.upload('people.xlsx', BOOK);
  });
  afterAll(() => engine.stop());
  beforeEach(() => engine.pool.query('delete from suppressed_addresses'));

  const url = async (answer: Buffer | null) => {
    const { origin } = await serve((_, response) =>
      answer === null ? response.writeHead(500).end() : response.end(answer),
    );
    return { type: 'url', url: `${origin()}/people.csv` };
  };
  const file = (filename: string) => Promise.resolve({ type: 'upload_directory', filename });

  it.each([
    ['the body of the call', () => Promise.resolve({ type: 'json', content: CSV })],
    ['a file of the upload directory', () => file('people.csv')],
    ['a workbook', () => file('people.xlsx')],
    ['a URL, compressed with gzip', () => url(gzipSync(CSV))],
    ['an upload', () => upload(engine, Buffer.from(CSV), 'people.csv')],
  ])('takes them from %s, each row into one counter, and keeps the file as it came', async (_, source) => {
    const id = await suppress(engine, await source(), MAPPED);
    expect(await untilSuppressed(engine, id)).toMatchObject({
      state: 'finished',
      error_message: null,
      stats: { number_of_records: 4, added: 2, failed: 1, skipped_duplicate: 1 },
    });
    expect(await suppressedAddresses(engine)).toEqual(['ann@example.com', 'Bob@Example.com']);
    expect(await logOf(id, 'added')).toBe('ann@example.com\nBob@Example.com\n');
    expect(await logOf(id, 'skipped_duplicate')).toBe('bob@example.com\n');
    expect(await logOf(id, 'failed')).toMatch(/^Name,E-Mail,Error\nCid,cid\.example\.com,"[^"]+"\n$/);
    await engine.temporal.workflow.getHandle(`suppressed-address-import/${id}`).result();
    const files = [];
    for await (const key of engine.app.files.list('suppressions/'))
      if (key.startsWith(`suppressions/${id}-`)) files.push(key);
    // Next to its settings, from which the job is made again when the database has lost it.
    expect(files.filter((key) => !key.endsWith('/settings'))).toEqual([expect.stringMatching(/\/(source|packed)$/)]);
  });

  it('fails with the reason when the URL does not answer in three attempts', async () => {
    const id = await suppress(engine, await url(null));
    expect(await untilSuppressed(engine, id)).toMatchObject({
      state: 'failed',
      error_message: expect.stringContaining('500') as string,
    });
  });

  it('counts addresses that were suppressed before as duplicates', async () => {
    await untilSuppressed(engine, await suppress(engine, 'email\nann@example.com\n'));
    const id = await suppress(engine, 'email\nANN@example.com\nnew@example.com\n');
    expect((await untilSuppressed(engine, id)).stats).toMatchObject({ added: 1, skipped_duplicate: 1, failed: 0 });
  });

  it('has a notice of the rows within a failed one, until its failed log is purged', async () => {
    // A quotation mark too many, which closes three rows below.
    const lines = [
      'ann@x.example,Ann',
      'bob@x.example,"Bob',
      'cid@x.example,Cid',
      'dan@x.example,Dan',
      'eve@x.example,Eve"',
    ];
    const id = await suppress(engine, `email,Name\n${lines.join('\n')}\n`, { column_mapping: ['email', ''] });
    expect(await untilSuppressed(engine, id)).toMatchObject({
      state: 'finished',
      stats: { number_of_records: 2, added: 1, failed: 1, skipped_duplicate: 0 },
      notices: [{ code: 'swallowed_rows', count: 3, message: expect.stringContaining('are not imported') as string }],
    });
    expect(await logOf(id, 'failed')).toMatch(/cid@x\.example[^]+dan@x\.example[^]+eve@x\.example/);
    await engine.pool.query(
      `update suppressed_address_imports set finished_at = now() - interval '8 days' where id = $1`,
      [id],
    );
    await maintain(engine.temporal, 'purge');
    expect((await engine.call('GET', `/suppressed_address_imports/${id}`)).data.notices).toEqual([]);
  });

  const logOf = (id: number, kind: string) => engine.text(`/suppressed_address_imports/${id}/logs/${kind}`);
});
