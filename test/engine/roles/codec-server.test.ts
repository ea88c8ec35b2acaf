import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fetch, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import { createPayloadCodec } from '../../../engine/jobs/payload-codec.ts';
import { startCodec } from '../../../engine/roles/codec.ts';
import { createCodecServer } from '../../../engine/roles/codec-server.ts';
import { sendRaw } from '../../chaos/attack/hostile/reply.ts';
import { createRandom } from '../../chaos/random.ts';
import { generatedMisuse, malformedRequests, misuse } from '../../support/malformed-requests.ts';

const PAYLOAD_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
const ORIGIN = 'https://temporal.example.com';
const LOCAL = 'http://localhost:8233';
const FOREIGN = 'https://other.example.com';
const TOKEN = 't'.repeat(32);
const plain = {
  metadata: { encoding: Buffer.from('json/plain').toString('base64') },
  data: Buffer.from('{"importId":345}').toString('base64'),
};

describe('the codec server', () => {
  let guarded: Codec;
  let open: Codec;
  beforeAll(async () => {
    const CODEC_ORIGIN = `${ORIGIN}, ${LOCAL}`;
    guarded = await startCodec(loadConfig({ PAYLOAD_KEYS, CODEC_PORT: '0', CODEC_ORIGIN, CODEC_TOKEN: TOKEN }));
    open = await startCodec(loadConfig({ PAYLOAD_KEYS, CODEC_PORT: '0' }));
  });
  afterAll(async () => {
    await guarded.stop();
    await open.stop();
  });

  it('decodes what it encoded', async () => {
    const encoded = await post(guarded, '/encode', { payloads: [plain] });
    expect(JSON.stringify(encoded.body)).not.toContain(plain.data);
    const decoded = await post(guarded, '/decode', encoded.body, { 'x-namespace': 'default' });
    expect([decoded.status, decoded.body]).toEqual([200, { payloads: [plain] }]);
  });

  it('is open to pages of the configured origins only', async () => {
    const options = (origin: string) => fetch(`${guarded.url}/decode`, { method: 'OPTIONS', headers: { origin } });
    const allowed = await options(ORIGIN);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(allowed.headers.get('access-control-allow-headers')).toBe('authorization, content-type, x-namespace');
    expect((await options(LOCAL)).headers.get('access-control-allow-origin')).toBe(LOCAL);
    for (const origin of [FOREIGN, `${ORIGIN}, ${LOCAL}`, '', 'null']) expect((await options(origin)).status).toBe(403);

    const body = { payloads: [plain] };
    expect(await post(guarded, '/decode', body, { origin: ORIGIN })).toMatchObject({ status: 200, allowed: ORIGIN });
    expect(await post(guarded, '/decode', body, { origin: FOREIGN })).toMatchObject({ status: 403, allowed: null });
    expect(await post(open, '/decode', body, { origin: ORIGIN })).toMatchObject({ status: 403, allowed: null });
  });

  it('needs the bearer token if one is set', async () => {
    const body = { payloads: [plain] };
    for (const authorization of ['', 'Bearer other', `Basic ${TOKEN}`]) {
      expect(await post(guarded, '/decode', body, { authorization })).toMatchObject({ status: 401 });
    }
    expect(await post(open, '/decode', body)).toMatchObject({ status: 200 });
  });

  it('refuses bodies that are too large or no payloads, and payloads that it cannot decrypt', async () => {
    for (const body of [{}, { payloads: 1 }, { payloads: [{ data: '?' }] }]) {
      expect(await post(open, '/decode', body)).toMatchObject({ status: 400 });
    }
    const large = await request(`${open.url}/decode`, { method: 'POST', body: 'A'.repeat(BOUNDS.codecBody.max + 1) });
    expect(large.statusCode).toBe(413);
    const { body } = await post(open, '/encode', { payloads: [plain] });
    const [encoded] = body.payloads;
    const cut = await post(open, '/decode', { payloads: [{ ...encoded, data: encoded.data.slice(0, 40) }] });
    expect(cut).toMatchObject({ status: 400, body: { message: expect.stringContaining('or was changed') } });
    expect((await fetch(`${open.url}/decode`)).status).toBe(404);
  });

  it('answers or closes every malformed request, and serves afterwards', async () => {
    const lines = [
      'POST /decode HTTP/1.1\r\nHost: x\r\nContent-Length: 15\r\n\r\n{"payloads":[]}',
      'GET / HTTP/1.1\r\n\r\n',
    ];
    const all = [...malformedRequests('/decode'), ...generatedMisuse(lines, 500, createRandom('codec server'))];
    const port = Number(new URL(open.url).port);
    for (const each of all) {
      expect({ [each.name]: await misuse(port, each) }).not.toEqual({ [each.name]: 'neither' });
    }
    expect(await post(open, '/encode', { payloads: [plain] })).toMatchObject({ status: 200 });
  });
});

describe('the codec server under attack', () => {
  it('answers others while bodies are huge, slow, without an end or from pages of other sites, and answers or closes these', async () => {
    const access = { codecOrigins: [ORIGIN], codecToken: undefined };
    const server = createCodecServer(createPayloadCodec(loadConfig({ PAYLOAD_KEYS }).payloadKeys)!, access, 500);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const start = 'POST /decode HTTP/1.1\r\nHost: x\r\n';
    const huge = `{"payloads":[{"data":"${'A'.repeat(BOUNDS.codecBody.max)}`;
    const attacks: string[][] = [
      [`${start}Content-Length: 1000\r\n\r\n`, ...'x'.repeat(900)],
      [`${start}Transfer-Encoding: chunked\r\n\r\n`, ...Array<string>(900).fill('1\r\n{\r\n')],
      [`${start}Content-Length: ${huge.length}\r\n\r\n`, huge],
      [`${start}Origin: ${FOREIGN}\r\nContent-Length: ${huge.length}\r\n\r\n`, huge],
      [`${start}Content-Length: 200000\r\n\r\n`, '['.repeat(200_000)],
    ];
    const replies = [...attacks, ...attacks, ...attacks].map((blocks) =>
      sendRaw({ port, blocks, pauseMs: 50, limitMs: 20_000 }),
    );
    const body = { payloads: [plain] };
    const url = `http://127.0.0.1:${port}`;
    for (let i = 0; i < 20; i++) expect(await post({ url }, '/encode', body)).toMatchObject({ status: 200 });
    // A machine that others use may be too slow for the time of a huge body.
    for (const { status } of await Promise.all(replies)) expect([400, 403, 408, 413, 'closed']).toContain(status);
  });
});

type Codec = Awaited<ReturnType<typeof startCodec>>;

async function post({ url }: Pick<Codec, 'url'>, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const allowed = answer.headers.get('access-control-allow-origin');
  return { status: answer.status, allowed, body: (await answer.json()) as any };
}

describe('the start of the codec server', () => {
  it('is refused without keys, and beyond loopback without a token', async () => {
    await expect(startCodec(loadConfig({}))).rejects.toThrow('The codec server needs PAYLOAD_KEYS.');
    await expect(startCodec(loadConfig({ PAYLOAD_KEYS, CODEC_HOST: '0.0.0.0' }))).rejects.toThrow('CODEC_TOKEN');
  });

  it('is refused on a port in use', async () => {
    const server = await startCodec(loadConfig({ PAYLOAD_KEYS, CODEC_PORT: '0' }));
    const CODEC_PORT = new URL(server.url).port;
    await expect(startCodec(loadConfig({ PAYLOAD_KEYS, CODEC_PORT }))).rejects.toThrow('EADDRINUSE');
    await server.stop();
  });
});
