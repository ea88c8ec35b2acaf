import { buffer, text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileMissing, FileTooLarge } from '../../../engine/files/errors.ts';
import { chunks, inEachStore, keysOf } from './stores.ts';

inEachStore((files) => {
  describe('write and read', () => {
    it('returns the bytes that were written', async () => {
      expect(await files.store.write('imports/7/source', chunks('email\n', 'å@example.com\n'))).toEqual({ bytes: 21 });
      expect(await text(files.store.read('imports/7/source'))).toBe('email\nå@example.com\n');
      expect(await files.store.size('imports/7/source')).toBe(21);
    });

    it('keeps a content of many read blocks intact', async () => {
      const content = Buffer.alloc(1_000_003, 'abcdefg');
      await files.store.write('big', chunks(content.subarray(0, 999), content.subarray(999)));
      expect(content.equals(await buffer(files.store.read('big')))).toBe(true);
      expect(
        content
          .subarray(300_000, 900_001)
          .equals(await buffer(files.store.read('big', { start: 300_000, end: 900_001 }))),
      ).toBe(true);
    });

    it('lists nothing before the first write', async () => {
      expect(await keysOf(files.store, '')).toEqual([]);
    });

    it('stores an empty source as an empty file', async () => {
      await files.store.write('empty', chunks());
      expect(await files.store.size('empty')).toBe(0);
      expect(await text(files.store.read('empty'))).toBe('');
    });

    it.each([
      ['a middle part', { start: 2, end: 5 }, 'cde'],
      ['nothing of an empty range', { start: 3, end: 3 }, ''],
      ['up to the end of the file', { start: 8, end: 99 }, 'ij'],
      ['nothing beyond the end', { start: 50, end: 99 }, ''],
    ])('reads %s', async (_what, range, expected) => {
      await files.store.write('letters', chunks('abcdefghij'));
      expect(await text(files.store.read('letters', range))).toBe(expected);
    });

    it('replaces what is stored under the same key', async () => {
      await files.store.write('a', chunks('a longer first content'));
      await files.store.write('a', chunks('second'));
      expect(await text(files.store.read('a'))).toBe('second');
    });

    it('fails a read of a missing key with FileMissing', async () => {
      await expect(text(files.store.read('imports/7/source'))).rejects.toBeInstanceOf(FileMissing);
      expect(await files.store.size('imports/7/source')).toBeNull();
    });

    it('stops a read when its signal aborts', async () => {
      await files.store.write('a', chunks(Buffer.alloc(1_000_000)));
      const abort = new AbortController();
      const stream = files.store.read('a', undefined, abort.signal);
      const reading = (async () => {
        for await (const block of stream) abort.abort(new Error(`after ${block.length} bytes`));
      })();
      await expect(reading).rejects.toThrow(/^after \d+ bytes$/);
    });

    it('may be aborted before it is read', async () => {
      await files.store.write('a', chunks(Buffer.from('content')));
      const abort = new AbortController();
      const blocks = files.store.read('a', undefined, abort.signal);
      abort.abort(new Error('too late'));
      await new Promise(setImmediate);
      await expect(text(blocks)).rejects.toThrow('too late');
    });
  });

  describe('an unfinished write', () => {
    it('is refused as soon as the source exceeds maxBytes', async () => {
      const source = endless('0123456789');
      await expect(files.store.write('a', source.chunks, { maxBytes: 25 })).rejects.toMatchObject({ maxBytes: 25 });
      await expect(files.store.write('a', endless('x').chunks, { maxBytes: 0 })).rejects.toBeInstanceOf(FileTooLarge);
      expect(source.yielded()).toBe(3);
      expect(await files.stored()).toEqual([]);
    });

    it('accepts a source of exactly maxBytes', async () => {
      expect(await files.store.write('a', chunks('12345', '67890'), { maxBytes: 10 })).toEqual({ bytes: 10 });
    });

    it('leaves the old content when the source fails', async () => {
      await files.store.write('a', chunks('old'));
      const failing = (async function* () {
        yield* chunks('new, but ');
        throw new Error('source broke');
      })();
      await expect(files.store.write('a', failing)).rejects.toThrow('source broke');
      expect(await text(files.store.read('a'))).toBe('old');
      expect(await files.stored()).toEqual(['a']);
    });

    it('ends with the reason of the signal while the source is silent', async () => {
      const abort = new AbortController();
      const silent = (async function* () {
        yield Buffer.from('first');
        queueMicrotask(() => abort.abort(new Error('paused')));
        await new Promise(() => undefined);
      })();
      await expect(files.store.write('a', silent, { signal: abort.signal })).rejects.toThrow('paused');
      expect(await files.stored()).toEqual([]);
    });

    it('does not begin under an aborted signal', async () => {
      const source = endless('x');
      const written = files.store.write('a', source.chunks, { signal: AbortSignal.abort(new Error('cancelled')) });
      await expect(written).rejects.toThrow('cancelled');
      expect(source.yielded()).toBe(0);
      expect(await files.stored()).toEqual([]);
    });
  });

  describe('list and remove', () => {
    beforeEach(async () => {
      for (const key of ['imports/7/source', 'imports/7/failed', 'imports/70/source', 'exports/7/result']) {
        await files.store.write(key, chunks(key));
      }
    });

    it.each([
      ['', ['exports/7/result', 'imports/7/failed', 'imports/7/source', 'imports/70/source']],
      ['imports/7', ['imports/7/failed', 'imports/7/source', 'imports/70/source']],
      ['imports/7/', ['imports/7/failed', 'imports/7/source']],
      ['imports/7/source', ['imports/7/source']],
      ['nothing/here/', []],
    ])('lists the keys that begin with "%s"', async (prefix, expected) => {
      expect(await keysOf(files.store, prefix)).toEqual(expected);
    });

    it('removes one key', async () => {
      await files.store.remove('imports/7/source');
      expect(await keysOf(files.store, 'imports/7/')).toEqual(['imports/7/failed']);
    });

    it('removes a missing key without an error', async () => {
      await files.store.remove('imports/7/source');
      await files.store.remove('imports/7/source');
      await files.store.remove('never/written');
      expect(await keysOf(files.store, 'imports/7/')).toEqual(['imports/7/failed']);
    });

    it('does not take a folder for a key', async () => {
      await files.store.remove('imports/7');
      expect(await files.store.size('imports/7')).toBeNull();
      expect(await keysOf(files.store, 'imports/7/')).toHaveLength(2);
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
      await expect(files.store.write(key, chunks('x'))).rejects.toThrow(TypeError);
      await expect(files.store.size(key)).rejects.toThrow(TypeError);
      await expect(files.store.remove(key)).rejects.toThrow(TypeError);
      expect(() => files.store.read(key)).toThrow(TypeError);
    });

    it('refuses a list that leaves the store', async () => {
      await expect(keysOf(files.store, '../')).rejects.toThrow(TypeError);
      await expect(keysOf(files.store, 'a/../../')).rejects.toThrow(TypeError);
    });
  });
});

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
