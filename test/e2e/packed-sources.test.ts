import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../support/imports.ts';

const FILE = gzipSync('E-Mail;Name\nann@example.com;Ann\nbob@example.com;Bob\n');
/** Unpacks to 60 MiB, which is more than 200 times its size. */
const BOMB = gzipSync(Buffer.alloc(60 * 1024 * 1024));

describe('a file that is compressed with gzip', () => {
  let engine: TestEngine;
  let lists = 0;
  const server = createServer(({ url }, response) => {
    if (url === '/encoded') response.setHeader('content-encoding', 'gzip');
    response.end(url === '/bomb' ? BOMB : FILE);
  });
  beforeAll(async () => {
    engine = await startTestEngine();
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    await engine.upload('people.csv', FILE);
    await engine.upload('bomb.csv', BOMB);
  });
  afterAll(async () => {
    server.close();
    await engine.stop();
  });

  const url = (path: string) => ({
    type: 'url',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`,
  });
  const directory = (filename: string) => ({ type: 'upload_directory', filename });
  const newList = () => createList(engine, `Gzip ${++lists}`, [{ name: 'Name', field_type: 'text' }]);
  const SOURCES = [
    ['a URL', () => url('people.csv.gz')],
    ['a URL whose server says that it compressed it', () => url('encoded')],
    ['the upload directory', () => directory('people.csv')],
  ] as const;

  it.each(SOURCES)('is analyzed and imported from %s', async (_, source) => {
    const list = await newList();
    const body = { subscriber_import: { file_source: source() } };
    const { data } = succeed(await engine.call('POST', `/mailing_lists/${list}/subscriber_imports/analyze`, body));
    expect(data).toMatchObject({
      file_format: { csv_field_separator: ';', csv_has_headers: true },
      column_mapping: ['email', 'Name'],
      records: { estimate: 2, is_exact: true },
    });
    const id = await createImport(engine, list, source(), { column_mapping: 'auto' });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 2 } } });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com', 'bob@example.com']);
    const { rows } = await engine.pool.query(
      'select source_bytes, packed_bytes from subscriber_imports where id = $1 and packed_bytes > 0',
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it.each(SOURCES)('is checked and then imported from %s', async (_, source) => {
    const list = await newList();
    const settings = { column_mapping: ['email', 'Name'], file_format: { csv_field_separator: ';' } };
    const checked = await createImport(engine, list, source(), { ...settings, dry_run: true });
    expect(await untilEnded(engine, checked)).toMatchObject({ state: 'finished' });
    const { data } = succeed(await engine.call('POST', `/subscriber_imports/${checked}/start`));
    await untilEnded(engine, data.id);
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com', 'bob@example.com']);
  });

  it.each([
    ['a URL', () => url('bomb')],
    ['the upload directory', () => directory('bomb.csv')],
  ])('from %s fails its import where it unpacks to far more than its size', async (_, source) => {
    const id = await createImport(engine, await newList(), source(), { column_mapping: ['email'] });
    const error_message = expect.stringContaining('unpacks to more than 200 times its size') as string;
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'failed', error_message });
  });
});
