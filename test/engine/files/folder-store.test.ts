import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, FileTooLarge } from '../../../engine/files/errors.ts';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { createFolderStore } from '../../../engine/files/folder-store.ts';

let dir: string;
let store: FileStore;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sluice-files-'));
  store = createFolderStore(join(dir, 'files'));
});

afterEach(() => rm(dir, { recursive: true }));

describe('write and read', () => {
  it('returns the bytes that were written', async () => {
    expect(await store.write('imports/7/source', chunks('email\n', 'å@example.com\n'))).toEqual({ bytes: 21 });
    expect(await text(store.read('imports/7/source'))).toBe('email\nå@example.com\n');
    expect(await store.size('imports/7/source')).toBe(21);
  });

  it('keeps a content of many read blocks intact', async () => {
    const content = Buffer.alloc(1_000_003, 'abcdefg');
    await store.write('big', chunks(content.subarray(0, 999), content.subarray(999)));
    expect(content.equals(await buffer(store.read('big')))).toBe(true);
    expect(
      content.subarray(300_000, 900_001).equals(await buffer(store.read('big', { start: 300_000, end: 900_001 }))),
    ).toBe(true);
  });

  it('stores an empty source as an empty file', async () => {
    await store.write('empty', chunks());
    expect(await store.size('empty')).toBe(0);
    expect(await text(store.read('empty'))).toBe('');
  });

  it.each([
    ['a middle part', { start: 2, end: 5 }, 'cde'],
    ['nothing of an empty range', { start: 3, end: 3 }, ''],
    ['up to the end of the file', { start: 8, end: 99 }, 'ij'],
    ['nothing beyond the end', { start: 50, end: 99 }, ''],
  ])('reads %s', async (_what, range, expected) => {
    await store.write('letters', chunks('abcdefghij'));
    expect(await text(store.read('letters', range))).toBe(expected);
  });

  it('replaces what is stored under the same key', async () => {
    await store.write('a', chunks('a longer first content'));
    await store.write('a', chunks('second'));
    expect(await text(store.read('a'))).toBe('second');
  });

  it('fails a read of a missing key with FileMissing', async () => {
    await expect(text(store.read('imports/7/source'))).rejects.toBeInstanceOf(FileMissing);
    expect(await store.size('imports/7/source')).toBeNull();
  });

  it('stops a read when its signal aborts', async () => {
    await store.write('a', chunks(Buffer.alloc(1_000_000)));
    const abort = new AbortController();
    const stream = store.read('a', undefined, abort.signal);
    const reading = (async () => {
      for await (const chunk of stream) abort.abort(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an unfinished write', () => {
  it('is refused as soon as the source exceeds maxBytes', async () => {
    const source = endless('0123456789');
    await expect(store.write('a', source.chunks, { maxBytes: 25 })).rejects.toMatchObject({ maxBytes: 25 });
    await expect(store.write('a', endless('x').chunks, { maxBytes: 0 })).rejects.toBeInstanceOf(FileTooLarge);
    expect(source.yielded()).toBe(3);
    expect(await filesOnDisk()).toEqual([]);
  });

  it('accepts a source of exactly maxBytes', async () => {
    expect(await store.write('a', chunks('12345', '67890'), { maxBytes: 10 })).toEqual({ bytes: 10 });
  });

  it('leaves the old content when the source fails', async () => {
    await store.write('a', chunks('old'));
    const failing = (async function* () {
      yield* chunks('new, but ');
      throw new Error('source broke');
    })();
    await expect(store.write('a', failing)).rejects.toThrow('source broke');
    expect(await text(store.read('a'))).toBe('old');
    expect(await filesOnDisk()).toEqual(['a']);
  });

  it('ends with the reason of the signal while the source is silent', async () => {
    const abort = new AbortController();
    const silent = (async function* () {
      yield Buffer.from('first');
      queueMicrotask(() => abort.abort(new Error('paused')));
      await new Promise(() => undefined);
    })();
    await expect(store.write('a', silent, { signal: abort.signal })).rejects.toThrow('paused');
    expect(await filesOnDisk()).toEqual([]);
  });

  it('does not begin under an aborted signal', async () => {
    const source = endless('x');
    const written = store.write('a', source.chunks, { signal: AbortSignal.abort(new Error('cancelled')) });
    await expect(written).rejects.toThrow('cancelled');
    expect(source.yielded()).toBe(0);
    expect(await filesOnDisk()).toEqual([]);
  });

  it('shows nothing under its key or in the list before it is complete', async () => {
    const seen: unknown[] = [];
    const watching = (async function* () {
      yield* chunks('half');
      seen.push(await store.size('imports/7/source'), await keys(''), (await filesOnDisk()).length);
      yield* chunks(' and half');
    })();
    await store.write('imports/7/source', watching);
    expect(seen).toEqual([null, [], 1]);
    expect(await keys('')).toEqual(['imports/7/source']);
  });

  it('that a crash cut off is hidden, and goes when its key is removed', async () => {
    let leftover = '';
    const crashing = (async function* () {
      yield* chunks('half');
      [leftover = ''] = await filesOnDisk();
    })();
    await store.write('imports/7/source', crashing);
    await writeFile(join(dir, 'files', leftover), 'half');
    expect(await keys('')).toEqual(['imports/7/source']);
    await store.remove('imports/7/source');
    expect(await filesOnDisk()).toEqual([]);
  });
});

describe('list and remove', () => {
  beforeEach(async () => {
    for (const key of ['imports/7/source', 'imports/7/failed', 'imports/70/source', 'exports/7/result']) {
      await store.write(key, chunks(key));
    }
  });

  it.each([
    ['', ['exports/7/result', 'imports/7/failed', 'imports/7/source', 'imports/70/source']],
    ['imports/7', ['imports/7/failed', 'imports/7/source', 'imports/70/source']],
    ['imports/7/', ['imports/7/failed', 'imports/7/source']],
    ['imports/7/source', ['imports/7/source']],
    ['nothing/here/', []],
  ])('lists the keys that begin with "%s"', async (prefix, expected) => {
    expect(await keys(prefix)).toEqual(expected);
  });

  it('lists nothing before the first write', async () => {
    expect(await keysOf(createFolderStore(join(dir, 'other')), '')).toEqual([]);
  });

  it('removes one key, and its folder with the last one', async () => {
    await store.remove('imports/7/source');
    expect(await keys('imports/7/')).toEqual(['imports/7/failed']);
    await store.remove('imports/7/failed');
    expect(await readdir(join(dir, 'files', 'imports'))).toEqual(['70']);
  });

  it('removes a missing key without an error', async () => {
    await store.remove('imports/7/source');
    await store.remove('imports/7/source');
    await store.remove('never/written');
    expect(await keys('imports/7/')).toEqual(['imports/7/failed']);
  });

  it('does not take a folder for a key', async () => {
    await store.remove('imports/7');
    expect(await store.size('imports/7')).toBeNull();
    expect(await keys('imports/7/')).toHaveLength(2);
  });
});

describe('keys', () => {
  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../../b',
    'a/./b',
    'A',
    'a b',
    'a\\b',
    'a\0',
    'a~b',
    'å',
  ])('refuses %j', async (key) => {
    await expect(store.write(key, chunks('x'))).rejects.toThrow(TypeError);
    await expect(store.size(key)).rejects.toThrow(TypeError);
    await expect(store.remove(key)).rejects.toThrow(TypeError);
    expect(() => store.read(key)).toThrow(TypeError);
  });

  it('refuses a list that leaves the store', async () => {
    await expect(keys('../')).rejects.toThrow(TypeError);
    await expect(keys('a/../../')).rejects.toThrow(TypeError);
  });
});

function keys(prefix: string): Promise<string[]> {
  return keysOf(store, prefix);
}

async function keysOf(listed: FileStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of listed.list(prefix)) found.push(key);
  return found.sort();
}

async function filesOnDisk(): Promise<string[]> {
  const root = join(dir, 'files');
  const files: string[] = [];
  for (const name of await readdir(root, { recursive: true })) {
    if ((await stat(join(root, name))).isFile()) files.push(name);
  }
  return files;
}

async function* chunks(...parts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

function endless(part: string): { chunks: AsyncGenerator<Uint8Array>; yielded: () => number } {
  let count = 0;
  const generate = async function* () {
    for (;;) {
      count += 1;
      yield await Promise.resolve(Buffer.from(part));
    }
  };
  return { chunks: generate(), yielded: () => count };
}
