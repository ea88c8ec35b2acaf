import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { createRandom } from '../../chaos/random.ts';
import { generatedMisuse, malformedRequests, misuse } from '../../support/malformed-requests.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

const PATH = `${API_PREFIX}/mailing_lists`;

describe('malformed requests', () => {
  let api: TestApi;
  let port: number;
  beforeAll(async () => {
    api = await build();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  const send = (name: string, text: string) =>
    misuse(port, { name, bytes: Buffer.from(text, 'latin1'), leaves: 'half' });
  const authorization = () => `Authorization: Basic ${api.admin}\r\n`;

  it('are each answered or closed, with and without a credential, and the API serves afterwards', async () => {
    for (const headers of ['', authorization()]) {
      const lines = [
        `GET ${PATH}?per_page=1 HTTP/1.1\r\nHost: x\r\n${headers}\r\n`,
        `POST ${PATH} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 2\r\n\r\n{}`,
        `POST ${PATH} HTTP/1.1\r\nHost: x\r\n${headers}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      ];
      const all = [...malformedRequests(PATH, headers), ...generatedMisuse(lines, 500, createRandom('API'))];
      for (const each of all) {
        const reaction = await misuse(port, each);
        expect({ [each.name]: reaction }).not.toEqual({ [each.name]: 'neither' });
        if (typeof reaction === 'object') {
          expect({ [each.name]: reaction.answer }).not.toEqual({ [each.name]: expect.stringMatching(/^HTTP\/1.1 5/) });
        }
      }
    }
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  }, 120_000);

  it.each([
    ['a bad escape in the path', '/1/subscribers/%zz'],
    ['one behind a fragment', '/1/subscribers/1#%zz'],
    ['one in the query', '?name=%zz'],
    ['half an escape', '/1/subscribers/%e4'],
    ['an escape that is no text', '/%ff'],
  ])('get an envelope with 400 for %s', async (name, path) => {
    const request = `GET ${PATH}${path} HTTP/1.1\r\nHost: x\r\n${authorization()}\r\n`;
    expect(statusAndBody(await send(name, request))).toEqual({
      status: 400,
      body: {
        success: false,
        data: null,
        error_code: 'invalid_request',
        error_message: 'the path or the query has a "%" that is not the start of a UTF-8 escape like %20',
      },
    });
  });

  it.each([
    [
      'too many headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${'X: a\r\n'.repeat(101)}\r\n`,
      431,
      'a call can have at most 100',
    ],
    ['headers that are too long', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'at most 16384 bytes'],
    ['what is not HTTP', 'nonsense\r\n\r\n', 400, 'the request is not valid HTTP'],
  ])('get an envelope for %s', async (name, text, status, message) => {
    const answer = statusAndBody(await send(name, text));
    expect(answer).toMatchObject({ status, body: { success: false, data: null, error_code: 'invalid_request' } });
    expect(answer.body.error_message).toContain(message);
  });
});

describe('requests that do not arrive completely', () => {
  let port: number;
  let key: string;
  beforeAll(async () => {
    const api = await build({ requestTimeoutMs: 1_000 });
    key = api.admin;
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  const sendSlowly = (name: string, text: string) =>
    misuse(port, { name, bytes: Buffer.from(text, 'latin1'), leaves: 'open' });

  it('are refused, and their connection is closed', async () => {
    const start = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${key}\r\nContent-Length: 99\r\n`;
    for (const text of [`${start}\r\n{"mailing`, start, 'GET']) {
      const answer = statusAndBody(await sendSlowly('half a request', text));
      expect(answer).toMatchObject({ status: 408, body: { error_message: 'the request did not arrive in time' } });
    }
  });

  it('lose their connection also when they were answered before they were read', async () => {
    const answers = await Promise.all(
      [
        `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"mailing`,
        `POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"mailing`,
        `GET /readyz HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"mailing`,
      ].map((text) => sendSlowly('half a body', text)),
    );
    expect(answers.map((answer) => statusAndBody(answer).status)).toEqual([401, 404, 200]);
  });
});

function statusAndBody(reaction: Awaited<ReturnType<typeof misuse>>): { status: number; body: any } {
  const { answer } = reaction as { answer: string };
  return { status: Number(answer.slice(9, 12)), body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) };
}
