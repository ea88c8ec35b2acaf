import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import { createShare } from '../../../../api/http/bodies/share.ts';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import { storedSourceKey } from '../../../support/file-owner.ts';
import { build } from '../../support/build.ts';
import type { TestApi } from '../../support/build.ts';
import { addList, createImport, SMALLEST } from '../../support/import-rows.ts';

const PATIENCE = { timeout: 20_000 };
const MEBIBYTE = 1024 * 1024;

describe('bodies', () => {
  let api: TestApi;
  let listId: number;
  let port: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  /** Sends a call piece by piece and answers what comes back. */
  const send = async (path: string, pieces: Iterable<string>, headers: Record<string, string> = {}) => {
    const call = request({
      port,
      path: `${API_PREFIX}${path}`,
      method: 'POST',
      headers: { authorization: `Basic ${api.admin}`, 'content-type': 'application/json', ...headers },
    });
    const answered = new Promise<{ status: number; headers: Record<string, unknown>; body: any }>((resolve, reject) => {
      call.on('error', reject).on('response', (response) => {
        const { statusCode: status = 0 } = response;
        text(response).then((body) => resolve({ status, headers: response.headers, body: JSON.parse(body) }), reject);
      });
    });
    for (const piece of pieces) call.write(piece);
    call.end();
    return answered;
  };
  const importWith = function* (content: Iterable<string>) {
    yield '{"subscriber_import": {"column_mapping": ["email"], "file_source": {"type": "json", "content": "';
    yield* content;
    yield '"}}}';
  };
  const storedSource = async (id: number) => text(api.app.files.read(await storedSourceKey(api.database.pool, id)));

  it('keep long inline content as it was sent', async () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => `name${n}é@example.com,"Zoë 😀 ${n}"\n`).join('');
    const { data } = await createImport(api, listId, { file_source: { type: 'json', content: rows } });
    expect(await storedSource(data.id)).toBe(rows);
    const small = await createImport(api, listId);
    expect(await storedSource(small.data.id)).toBe(SMALLEST.file_source.content);
  });

  it('are refused early when they announce too much, or have too much that is no content', async () => {
    const large = String(3 * MEBIBYTE);
    const early = await send('/mailing_lists', ['{'], { 'content-length': large });
    expect(early).toMatchObject({ status: 413, headers: { connection: 'close' } });
    expect(early.body).toMatchObject({
      error_code: 'invalid_request',
      error_message: `the body is larger than the ${BOUNDS.smallBody.max} bytes that this path takes`,
    });
    const names = Array.from({ length: 50 }, () => `"${'x'.repeat(60_000)}",`);
    const beside = await send(`/mailing_lists/${listId}/subscriber_imports`, ['{"a": [', ...names, '1]}']);
    expect(beside.status).toBe(413);
  });

  it.each([
    ['30 million tiny objects', '{},'],
    ['a list of numbers', '1,'],
  ])('are refused while they arrive: %s', async (_, part) => {
    const pieces = ['[', ...Array.from({ length: 40 }, () => part.repeat(20_000)), '0]'];
    const refused = await send(`/mailing_lists/${listId}/subscriber_imports`, pieces);
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    expect(refused.body.error_message).toMatch(/more than 200000 values/);
  });

  it('can have a long text as inline content only', async () => {
    const path = `/mailing_lists/${listId}/subscriber_imports`;
    const refused = await send(path, ['{"subscriber_import": {"column_mapping": ["', 'x'.repeat(100_000), '"]}}']);
    expect(refused.status).toBe(400);
    expect(refused.body.error_message).toBe('only file_source.content can be longer than 65536 bytes');
  });

  it.each(['\n', '\\x', '\\u12g4'])('are not valid JSON when long content has %j in it', async (flaw) => {
    const path = `/mailing_lists/${listId}/subscriber_imports`;
    const refused = await send(path, importWith(['x'.repeat(100_000), flaw, 'x'.repeat(100_000)]));
    expect(refused).toMatchObject({ status: 400, body: { error_message: 'the body is not valid JSON' } });
  });

  it('of one organization are bounded in sum: the next is refused with 429 until one is done', async () => {
    const path = `/mailing_lists/${listId}/subscriber_imports`;
    const headers = { authorization: `Basic ${api.admin}`, 'content-length': String(BOUNDS.body.max) };
    const open = Array.from({ length: 5 }, () => request({ port, path: API_PREFIX + path, method: 'POST', headers }));
    const oneIsRefused = Promise.race(open.map((call) => once(call, 'response')));
    for (const call of open) call.on('error', () => undefined).write('{');
    await oneIsRefused;
    const long = { file_source: { type: 'json', content: 'x'.repeat(70_000) } };
    const statusOfAnother = async () => (await createImport(api, listId, long)).status;
    await expect.poll(statusOfAnother, PATIENCE).toBe(429);
    const refused = await send(path, importWith([long.file_source.content]));
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    expect(refused.body).toEqual({
      success: false,
      data: null,
      error_code: 'requested_too_many',
      error_message: 'this organization is sending too much at once: try again in 10 seconds',
    });
    expect((await createImport(api, listId)).success).toBe(true);
    for (const call of open) call.destroy();
    await expect.poll(statusOfAnother, PATIENCE).toBe(200);
  });
});

describe('a share', () => {
  it('refuses one organization beyond its part, and all of them beyond the whole', () => {
    const share = createShare({ all: 10, ofOne: 6 });
    const [one, another, third] = [share.open(1), share.open(1), share.open(2)];
    one.raise(4);
    one.raise(3);
    expect(() => another.raise(3)).toThrow('this organization is sending too much at once');
    third.raise(6);
    expect(() => share.open(3).raise(1)).toThrow('the service is receiving too much at once');
    one.close();
    one.close();
    another.raise(4);
  });
});
