import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecretBox } from '../../../engine/secrets/secret-key.ts';

const RECORD = Buffer.from('record');

describe('openSecretBox', () => {
  let folder: string;
  let dataDir: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-secret-key-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('creates a key that only its owner may read, and finds it again', async () => {
    const sealed = (await openSecretBox({ dataDir })).seal('text', RECORD);

    expect((await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect((await openSecretBox({ dataDir })).open(sealed, RECORD)).toBe('text');
  });

  it('gives processes that start together the same key, and leaves no other file', async () => {
    const boxes = await Promise.all(Array.from({ length: 8 }, () => openSecretBox({ dataDir })));
    const sealed = boxes[0]?.seal('text', RECORD) ?? Buffer.alloc(0);

    expect(boxes.map((box) => box.open(sealed, RECORD))).toEqual(boxes.map(() => 'text'));
    expect(await readdir(dataDir)).toEqual(['secret-key']);
  });

  it('uses the key that is set instead, and creates none', async () => {
    const secretKey = 'd'.repeat(64);
    const sealed = (await openSecretBox({ dataDir, secretKey })).seal('text', RECORD);

    expect((await openSecretBox({ dataDir: folder, secretKey })).open(sealed, RECORD)).toBe('text');
    expect(await readdir(folder)).toEqual([]);
  });

  it('names the file that does not hold a key, and what to do', async () => {
    await writeFile(join(folder, 'secret-key'), 'hunter2');

    const opening = openSecretBox({ dataDir: folder });

    await expect(opening).rejects.toThrow(`${join(folder, 'secret-key')} must hold 64 hexadecimal characters`);
    await expect(opening).rejects.not.toThrow('hunter2');
  });
});
