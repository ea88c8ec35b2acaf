import { fetch, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import { startCodec } from '../../../engine/roles/codec.ts';
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

type Codec = Awaited<ReturnType<typeof startCodec>>;

async function post({ url }: Codec, path: string, body: object, headers: Record<string, string> = {}) {
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
