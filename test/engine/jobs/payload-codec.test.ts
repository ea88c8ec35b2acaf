import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { createPayloadCodec } from '../../../engine/jobs/payload-codec.ts';

const newKey = (id: string) => ({ id, key: randomBytes(32).toString('base64') });
const [older, newer] = [newKey('2025'), newKey('2026')];
const VALUE = { importId: 345, note: 'planted' };
const payload = defaultPayloadConverter.toPayload(VALUE);

describe('the payload codec', () => {
  it('is off without keys', () => {
    expect(createPayloadCodec([])).toBeNull();
  });

  it('returns what it encrypted, of which the payload shows nothing but the id of the key', async () => {
    const codec = codecOf([newer]);
    const [encoded, again] = await codec.encode([payload, payload]);
    expect(textOf(encoded?.metadata?.encoding)).toBe('binary/encrypted');
    expect(textOf(encoded?.metadata?.['encryption-key-id'])).toBe('2026');
    expect(textOf(encoded?.data)).not.toContain('planted');
    expect(Buffer.from(encoded!.data!).equals(Buffer.from(again!.data!))).toBe(false);
    expect((await codec.decode([encoded!, again!])).map(valueOf)).toEqual([VALUE, VALUE]);
  });

  it('keeps empty payloads and bytes', async () => {
    const codec = codecOf([newer]);
    const values = [undefined, null, new Uint8Array([1, 2]), ''];
    const encoded = await codec.encode(values.map((value) => defaultPayloadConverter.toPayload(value)));
    expect((await codec.decode(encoded)).map(valueOf)).toEqual([undefined, null, expect.any(Uint8Array), '']);
  });

  it('encrypts with the first key, and decrypts with each of them', async () => {
    const [old] = await codecOf([older]).encode([payload]);
    const rotated = codecOf([newer, older]);
    const [fresh] = await rotated.encode([payload]);
    expect(textOf(fresh?.metadata?.['encryption-key-id'])).toBe('2026');
    expect((await rotated.decode([old!, fresh!])).map(valueOf)).toEqual([VALUE, VALUE]);
  });

  it('leaves payloads as they are that nobody encrypted', async () => {
    expect(await codecOf([newer]).decode([payload])).toEqual([payload]);
  });

  it('names the key that it lacks', async () => {
    const [old] = await codecOf([older]).encode([payload]);
    await expect(codecOf([newer]).decode([old!])).rejects.toThrow(
      'PAYLOAD_KEYS has no key "2025", which encrypted this payload.',
    );
  });

  it('refuses what another key of the same id encrypted, and what was changed or cut', async () => {
    const codec = codecOf([newer, older]);
    const [encoded] = await codecOf([newKey('2026')]).encode([payload]);
    await expect(codec.decode([encoded!])).rejects.toThrow(/another key than "2026" of PAYLOAD_KEYS, or was changed/);

    const [own] = await codec.encode([payload]);
    const data = Buffer.from(own!.data!);
    for (const at of [0, 12, data.length - 1]) {
      const changed = Buffer.from(data);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(codec.decode([{ ...own, data: changed }])).rejects.toThrow('or was changed');
    }
    await expect(codec.decode([{ ...own, data: data.subarray(0, 20) }])).rejects.toThrow('or was changed');
    const metadata = { ...own!.metadata, 'encryption-key-id': Buffer.from('2025') };
    await expect(codec.decode([{ ...own, metadata }])).rejects.toThrow('or was changed');
  });
});

function codecOf(keys: { readonly id: string; readonly key: string }[]) {
  const codec = createPayloadCodec(keys);
  if (codec === null) throw new Error('There is no codec.');
  return codec;
}

const valueOf = (decoded: typeof payload): unknown => defaultPayloadConverter.fromPayload(decoded);
const textOf = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('latin1');
