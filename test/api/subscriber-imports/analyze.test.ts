import { mkdir, open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { FileStoreDown } from '../../../engine/files/errors.ts';
import type { ReadSource } from '../../../api/plugins/app/analyses.ts';
import { DEFAULTS } from '../../support/import-options.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport } from '../support/import-rows.ts';

const CONTENT = 'E-Mail;Vorname\nann@example.com;Ann\nbob@example.com;Bob\n';
const GIBIBYTE = 2 ** 30;

describe('analyzing a source before it is imported', () => {
  let api: TestApi;
  let listId: number;
  let server: Server;
  let sent = 0;
  beforeAll(async () => {
    api = await build({ allowPrivateUrls: true });
    listId = await addList(api);
    const custom_field = { name: 'First Name', field_type: 'text' };
    await api.call('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field });
    server = createServer((request, response) => {
      if (request.url === '/missing') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-length': 100 * 2 ** 20 });
      const block = 'ann@example.com,Ann\n'.repeat(3000);
      const send = () => {
        while (!response.destroyed) {
          sent += block.length;
          if (!response.write(block)) return void response.once('drain', send);
        }
      };
      response.write('email,First name\n');
      send();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  const analyze = (file_source: object, more: object = {}, key?: string) =>
    api.call<any>(
      'POST',
      `/mailing_lists/${listId}/subscriber_imports/analyze`,
      { subscriber_import: { file_source, ...more } },
      key,
    );
  const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  it('answers with format, columns and a mapping, and creates nothing', async () => {
    const { data } = await analyze({ type: 'json', content: CONTENT });
    expect(data).toMatchObject({
      file_format: { csv_field_separator: ';', csv_has_headers: true, character_set: 'UTF-8' },
      column_mapping: ['email', 'First Name'],
      columns: [{ name: 'E-Mail' }, { name: 'Vorname', samples: ['Ann', 'Bob'], suggested_by: 'synonym' }],
      records: { estimate: 2, is_exact: true },
      warnings: [],
    });
    expect((await api.call('GET', '/subscriber_imports?scope=all')).num_records).toBe(0);
  });

  it('names the primary key of the list', async () => {
    expect((await analyze({ type: 'json', content: CONTENT })).data.primary_key).toBe('email');
    const keyed = await addList(api);
    const custom_field = { name: 'Member', field_type: 'text', required: true };
    const field = await api.call<{ id: number }>('POST', `/mailing_lists/${keyed}/custom_fields`, { custom_field });
    const mailing_list = { primary_key_custom_field_id: field.data.id };
    await api.call('PUT', `/mailing_lists/${keyed}`, { mailing_list });
    const body = { subscriber_import: { file_source: { type: 'json', content: CONTENT } } };
    const { data } = await api.call<any>('POST', `/mailing_lists/${keyed}/subscriber_imports/analyze`, body);
    expect(data.primary_key).toBe('Member');
  });

  it('does not detect what the client sends of the format', async () => {
    const { data } = await analyze({ type: 'json', content: CONTENT }, { file_format: { csv_field_separator: ',' } });
    expect(data).toMatchObject({ file_format: { csv_field_separator: ',' }, columns: [{ name: 'E-Mail;Vorname' }] });
  });

  it('takes inline content that waits in a file', async () => {
    const content = `email,First Name\n${'ann@example.com,Ann\n'.repeat(60_000)}`;
    const { data } = await analyze({ type: 'json', content });
    expect(data).toMatchObject({ column_mapping: ['email', 'First Name'], records: { is_exact: false } });
    expect(data.records.estimate).toBeGreaterThan(55_000);
  });

  it('reads the beginning of an uploaded file of a gibibyte', async () => {
    const folder = join(api.config.uploadsDir, '1');
    await mkdir(folder, { recursive: true });
    const file = await open(join(folder, 'large.csv'), 'w');
    await file.write(`email,First Name\n${'ann@example.com,Ann\n'.repeat(60_000)}`);
    await file.truncate(GIBIBYTE);
    await file.close();
    const { data } = await analyze({ type: 'upload_directory', filename: 'large.csv' });
    expect(data.sample.bytes).toBeLessThanOrEqual(BOUNDS.analyzedBytes.max);
    expect(data.records.estimate).toBeGreaterThan(50_000_000);
  });

  it('reads the beginning of a URL and ends the download', async () => {
    const { data } = await analyze({ type: 'url', url: urlOf('/') });
    expect(data.records).toEqual({ estimate: expect.any(Number), is_exact: false });
    expect(data.column_mapping).toEqual(['email', 'First Name']);
    expect(sent).toBeLessThan(50 * 2 ** 20);
  });

  it.each([
    [{ type: 'url', url: 'ftp://example.com/a' }, 'file_source.url must be an http or https URL'],
    [{ type: 'upload_directory', filename: 'absent.csv' }, 'file_source.filename is not in the upload directory'],
    [{ type: 'json' }, 'file_source.content cannot be blank'],
  ])('refuses %j', async (source, message) => {
    expect(await analyze(source)).toMatchObject({ error_code: 'validation_failed', error_message: message });
  });

  it('says what a server has answered', async () => {
    const answer = await analyze({ type: 'url', url: urlOf('/missing') });
    expect(answer).toMatchObject({ error_code: 'validation_failed', error_message: expect.stringMatching(/404/) });
  });

  it('does not blame the source for a file store that is down', async () => {
    // The first call is that of the check whether the file exists.
    const size = vi.spyOn(api.app.uploads, 'size').mockResolvedValueOnce(GIBIBYTE);
    size.mockRejectedValueOnce(new FileStoreDown('SlowDown'));
    const answer = await analyze({ type: 'upload_directory', filename: 'large.csv' });
    expect(answer).toMatchObject({
      status: 503,
      error_code: 'internal_error',
      error_message: expect.stringMatching(
        /^the file store of the service failed \(SlowDown\): try again in 10 seconds/,
      ),
    });
  });

  it('says that a host cannot be found, and not that the database is away', async () => {
    const answer = await analyze({ type: 'url', url: 'https://files.invalid/a.csv' });
    expect(answer).toMatchObject({ status: 200, error_code: 'validation_failed' });
    expect(answer.error_message).toMatch(/^file_source: /);
  });

  it('connects to public addresses only', async () => {
    const guarded = await build();
    const list = await addList(guarded);
    const body = { subscriber_import: { file_source: { type: 'url', url: urlOf('/') } } };
    const answer = await guarded.call('POST', `/mailing_lists/${list}/subscriber_imports/analyze`, body);
    expect(answer.error_message).toMatch(/not public/);
  });

  it('analyzes no source of another organization', async () => {
    const { key } = await api.addOrganization();
    expect((await analyze({ type: 'json', content: CONTENT }, {}, key)).error_code).toBe('not_found');
  });

  it('reads a few sources of an organization at a time, and refuses too many', async () => {
    let running = 0;
    let most = 0;
    const read = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return source('email\n');
    };
    const calls = Array.from({ length: 20 }, () => api.app.analyze(1, read));
    const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    expect([most, refused.length]).toEqual([
      BOUNDS.runningAnalyses.max,
      20 - BOUNDS.runningAnalyses.max - BOUNDS.waitingAnalyses.max,
    ]);
  });

  it('analyzes the source of one organization while those of another one wait', async () => {
    const large = source(`email,City\n${'ann@example.com,Rome\n'.repeat(50_000)}`);
    const ended: number[] = [];
    const analyzeFor = async (organizationId: number, work: ReadSource) => {
      await api.app.analyze(organizationId, () => Promise.resolve(work));
      ended.push(organizationId);
    };
    const most = BOUNDS.runningAnalyses.max + BOUNDS.waitingAnalyses.max;
    await Promise.all([
      ...Array.from({ length: most }, () => analyzeFor(1, large)),
      analyzeFor(2, source('email\nann@example.com\n')),
    ]);
    expect(ended).toHaveLength(most + 1);
    expect(ended.at(-1)).toBe(1);
  });

  describe('by creating an import with column_mapping "auto"', () => {
    const create = (content: string, more: object = {}) =>
      createImport(api, listId, { column_mapping: 'auto', file_source: { type: 'json', content }, ...more });

    it('uses the suggested mapping and the detected format', async () => {
      expect((await create(CONTENT)).data).toMatchObject({
        column_mapping: ['email', 'First Name'],
        file_format: { csv_field_separator: ';', csv_has_headers: true },
      });
    });

    it.each([
      [
        'two columns of addresses',
        'a,b\na@example.com,b@example.com\n',
        /^column_mapping cannot be found: The columns 1 and 2/,
      ],
      ['no address', 'a,b\n1,2\n', /^column_mapping cannot be found: None of the 2 columns/],
      ['no records', '', /^column_mapping cannot be found: The source has no records\. Send the mapping/],
    ])('refuses a source with %s', async (_, content, message) => {
      const answer = await create(content);
      expect(answer).toMatchObject({ success: false, error_code: 'validation_failed' });
      expect(answer.error_message).toMatch(message);
    });
  });
});

function source(text: string): ReadSource {
  const plan = {
    options: DEFAULTS,
    list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
    ...{ fields: [], timeZone: 'UTC' },
  };
  return {
    head: { bytes: Buffer.from(text), isWhole: true, totalBytes: Buffer.byteLength(text) },
    context: { plan, entries: ['email'], lastMapping: null, sentFormat: {} },
  };
}
