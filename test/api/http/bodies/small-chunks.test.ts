import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AddressInfo } from 'node:net';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import { tusCaller, uploadIdOf } from '../../uploads/support.ts';
import { build } from '../../support/build.ts';
import type { TestApi } from '../../support/build.ts';
import { addList } from '../../support/import-rows.ts';

const REFUSED = {
  success: false,
  data: null,
  error_code: 'invalid_request',
  error_message: `the body comes in chunks of less than ${BOUNDS.bodyChunk.max} bytes on average: send larger ones`,
};
const TUS = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

describe('a body in tiny chunks, without an end', () => {
  let api: TestApi;
  let listId: number;
  let port: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  it.each([
    ['any call', 'POST', () => '/mailing_lists', '{"mailing_list": {"name": "'],
    ['an import', 'POST', () => `/mailing_lists/${listId}/subscriber_imports`, '{"a": "'],
  ])('is refused for %s', async (_, method, pathOf, begin) => {
    expect(await sendChunks(method, pathOf(), {}, begin)).toEqual({ status: 400, body: REFUSED });
  });

  it('is refused for a part of an upload', async () => {
    const id = uploadIdOf(await tusCaller(`http://127.0.0.1:${port}`, api.admin).create(10_000_000));
    expect(await sendChunks('PATCH', `/uploads/${id}`, TUS)).toEqual({ status: 400, body: REFUSED });
  });

  it('is read no further when the call has no key', async () => {
    expect(await sendChunks('POST', '/mailing_lists', { authorization: 'none' })).toMatchObject({ status: 401 });
  });

  it('is taken when there are few of them', async () => {
    const body = JSON.stringify({ mailing_list: { name: 'Tiny' } });
    const chunks = [...body, ...Array.from({ length: 900 }, () => ' ')].map((byte) => `1\r\n${byte}\r\n`).join('');
    expect(await send('POST', '/mailing_lists', {}, [`${chunks}0\r\n\r\n`])).toMatchObject({
      ...{ status: 200, body: { success: true } },
    });
  });

  /** Sends chunks of one byte until the call is answered. */
  function sendChunks(method: string, path: string, headers: Record<string, string>, begin = '') {
    const block = '1\r\nx\r\n'.repeat(1_000);
    const chunks = function* () {
      yield `${begin.length.toString(16)}\r\n${begin}\r\n`.repeat(begin === '' ? 0 : 1);
      for (;;) yield block;
    };
    return send(method, path, headers, chunks());
  }

  async function send(method: string, path: string, headers: Record<string, string>, blocks: Iterable<string>) {
    const all = { host: 'x', authorization: `Basic ${api.admin}`, 'transfer-encoding': 'chunked', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const socket = connect({ host: '127.0.0.1', port });
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write([`${method} ${API_PREFIX}${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    for (const block of blocks) {
      if (socket.destroyed || answer !== '') break;
      await new Promise((resolve) => {
        socket.once('close', resolve);
        socket.once('data', resolve);
        socket.write(block, resolve);
      });
    }
    // A call that was read to its end leaves the connection open.
    const [, status = '', body = ''] = await untilWhole(() => answer, closed);
    socket.destroy();
    return { status: Number(status), body: JSON.parse(body) as unknown };
  }

  async function untilWhole(read: () => string, closed: Promise<unknown>): Promise<RegExpExecArray> {
    const whole = /^HTTP\/1\.1 (\d+) .*\r\n\r\n(\{.*\})$/s;
    const poll = async () => {
      await expect.poll(() => whole.test(read())).toBe(true);
    };
    await Promise.race([closed, poll()]);
    const found = whole.exec(read());
    if (found === null) throw new Error(`The call was not answered: ${read()}`);
    return found;
  }
});
