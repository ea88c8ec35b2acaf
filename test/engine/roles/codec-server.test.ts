import { afterAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { createPayloadCodec } from '../../../engine/jobs/payload-codec.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import { startCodec } from '../../../engine/roles/codec.ts';
import { createCodecServer } from '../../../engine/roles/codec-server.ts';

const PAYLOAD_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
const ORIGIN = 'https://temporal.example.com';
const TOKEN = 't'.repeat(32);
const plain = {
  metadata: { encoding: Buffer.from('json/plain').toString('base64') },
  data: Buffer.from('{"importId":345}').toString('base64'),
};

describe('the codec server', () => {
  const config = loadConfig({ PAYLOAD_KEYS, CODEC_ORIGIN: ORIGIN, CODEC_TOKEN: TOKEN });
  const codec = createPayloadCodec(config.payloadKeys)!;
  const app = createCodecServer(codec, config);
  const open = createCodecServer(codec, {});
  afterAll(async () => {
    await app.close();
    await open.close();
  });

  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${TOKEN}`, ...headers } });

  it('decodes what it encoded', async () => {
    const encoded = (await post('/encode', { payloads: [plain] })).json();
    expect(JSON.stringify(encoded)).not.toContain(plain.data);
    const decoded = await post('/decode', encoded, { 'x-namespace': 'default' });
    expect([decoded.statusCode, decoded.json()]).toEqual([200, { payloads: [plain] }]);
  });

  it('is open to pages of the configured origin only', async () => {
    const preflight = { 'access-control-request-method': 'POST' };
    const options = (origin: string) =>
      app.inject({ method: 'OPTIONS', url: '/decode', headers: { origin, ...preflight } });
    const allowed = await options(ORIGIN);
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-headers': 'authorization, content-type, x-namespace',
    });
    expect((await options('https://evil.example.com')).statusCode).toBe(403);

    const body = { payloads: [plain] };
    const own = await post('/decode', body, { origin: ORIGIN });
    expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
    const foreign = await post('/decode', body, { origin: 'https://evil.example.com' });
    expect([foreign.statusCode, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    const unset = await open.inject({ method: 'POST', url: '/decode', payload: body, headers: { origin: ORIGIN } });
    expect(unset.statusCode).toBe(403);
  });

  it('needs the bearer token if one is set', async () => {
    for (const authorization of ['', 'Bearer other', `Basic ${TOKEN}`]) {
      expect((await post('/decode', { payloads: [plain] }, { authorization })).statusCode).toBe(401);
    }
    const answer = await open.inject({ method: 'POST', url: '/decode', payload: { payloads: [plain] } });
    expect(answer.statusCode).toBe(200);
  });

  it('refuses bodies that are too large or no payloads, and payloads that it cannot decrypt', async () => {
    const large = { payloads: [{ data: 'A'.repeat(BOUNDS.codecBody.max) }] };
    expect((await post('/decode', large)).statusCode).toBe(413);
    for (const body of [{}, { payloads: 1 }, { payloads: [{ data: '?' }] }]) {
      expect((await post('/decode', body)).statusCode).toBe(400);
    }
    const [encoded] = (await post('/encode', { payloads: [plain] })).json().payloads;
    const cut = await post('/decode', { payloads: [{ ...encoded, data: encoded.data.slice(0, 40) }] });
    expect([cut.statusCode, cut.json().message]).toEqual([400, expect.stringContaining('or was changed')]);
  });
});

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
