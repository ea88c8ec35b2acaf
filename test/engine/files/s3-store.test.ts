import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileStoreDown } from '../../../engine/files/errors.ts';
import { openS3Files } from '../../../engine/files/s3-files.ts';
import type { Files } from '../../../engine/files/open-files.ts';
import { openBucket } from '../../../engine/files/s3-bucket.ts';
import type { Bucket } from '../../../engine/files/s3-bucket.ts';
import type { TestS3 } from '../../support/s3.ts';
import { NO_S3, startS3 } from '../../support/s3.ts';
import type { S3Front } from '../../support/s3-front.ts';
import { standBeforeS3 } from '../../support/s3-front.ts';
import { chunks, keysOf } from './stores.ts';

const MEBIBYTE = 1024 * 1024;

let s3: TestS3 | null = null;
let front: S3Front;
let files: Files;
let bucket: Bucket;

beforeAll(async () => {
  s3 = await startS3();
  if (s3 === null) return;
  front = await standBeforeS3(s3.bucket.endpoint ?? '');
  const settings = { ...s3.bucket, endpoint: front.endpoint, prefix: 'sluice/' };
  files = openS3Files(settings);
  bucket = openBucket(settings);
});
beforeEach((context) => {
  if (s3 === null) return context.skip(NO_S3);
  front.trouble(() => 'none');
});
afterAll(async () => {
  if (s3 === null) return;
  files.close();
  bucket.close();
  await front.close();
  await s3.stop();
});

const content = Buffer.from(Array.from({ length: 12 * MEBIBYTE }, (_, i) => (i * 31 + (i >> 8)) % 251));

describe('a service that fails', () => {
  it('is called again when it is busy', async () => {
    front.trouble(({ number }) => (number <= 2 ? 'busy' : 'none'));
    await files.store.write('imports/1/source', chunks('email\n'));
    front.trouble(({ number }) => (number <= 2 ? 'busy' : 'none'));
    expect(await text(files.store.read('imports/1/source'))).toBe('email\n');
  });

  it('lets an interrupted read go on where it was', async () => {
    await files.store.write('imports/2/source', chunks(content));
    front.trouble(({ number }) => (number <= 3 ? 'broken_answer' : 'none'));
    expect(content.equals(await buffer(files.store.read('imports/2/source')))).toBe(true);
    front.trouble(({ number }) => (number <= 2 ? 'broken_answer' : 'none'));
    const range = { start: 1_000_000, end: 7_000_001 };
    expect(
      content.subarray(range.start, range.end).equals(await buffer(files.store.read('imports/2/source', range))),
    ).toBe(true);
    expect(front.calls()).toBe(3);
  });

  it('is named when the connection breaks during an answer, too', async () => {
    await bucket.put('broken', content);
    front.trouble(() => 'broken_answer');
    const found = await bucket.get('broken', { start: 0, end: Infinity });
    await expect(buffer(found!.body)).rejects.toEqual(new FileStoreDown('ECONNRESET'));
  });

  it('is named by the code of its error only', async () => {
    front.trouble(() => 'busy');
    const written = files.store.write('imports/3/source', chunks('x'));
    await expect(written).rejects.toEqual(new FileStoreDown('SlowDown'));
    await expect(written).rejects.toMatchObject({ message: 'The file store failed (SlowDown).' });
  });
});

describe('a long file', () => {
  it('is stored from parts of any size, as it arrived', async () => {
    const cuts = [0, 6 * MEBIBYTE, 6 * MEBIBYTE + 10, 6 * MEBIBYTE + 300_000, 11 * MEBIBYTE + 300_001, content.length];
    for (const [i, start] of cuts.slice(0, -1).entries()) {
      const file = await files.store.grow('uploads/1', start);
      await file.write(content.subarray(start, cuts[i + 1]));
      expect(await file.sync()).toBe(cuts[i + 1]);
      await file.close();
    }
    await files.store.finish('uploads/1');
    expect(content.equals(await buffer(files.store.read('uploads/1')))).toBe(true);
    expect(await keysOf(files.store, 'uploads/1')).toEqual(['uploads/1']);
    for await (const key of files.store.listUnfinished('uploads/')) expect(key).toBeNull();
  });

  it('arrives further when it was put together and a part of it is left', async () => {
    const [middle, late] = [6 * MEBIBYTE, 11 * MEBIBYTE];
    const send = async (start: number, end: number) => {
      const file = await files.store.grow('uploads/4', start);
      await file.write(content.subarray(start, end));
      await file.sync();
    };
    await send(0, content.length);
    await files.store.finish('uploads/4');
    await bucket.put(`growing/uploads/4/${'0'.repeat(16)}`, content.subarray(0, middle));
    await send(late, content.length);
    await files.store.finish('uploads/4');
    expect(content.equals(await buffer(files.store.read('uploads/4')))).toBe(true);
  });

  const grown = async (key: string) => {
    const names: string[] = [];
    for await (const { name } of bucket.list(`growing/${key}/`)) names.push(name);
    return names.map((name) => Number(name.split('/').at(-1)));
  };
  const sendTo = async (key: string, start: number, end: number) => {
    const file = await files.store.grow(key, start);
    for (let at = start; at < end; at += MEBIBYTE) await file.write(content.subarray(at, Math.min(end, at + MEBIBYTE)));
    expect(await file.sync()).toBe(end);
  };

  it('has few parts, however small those are that a client sends', async () => {
    for (let at = 0; at < 200; at++) {
      await sendTo('uploads/6', at, at + 1);
      expect((await grown('uploads/6')).length).toBeLessThan(2 + Math.log2(at + 1));
    }
    await sendTo('uploads/6', 200, content.length);
    expect(await grown('uploads/6')).toEqual([0, 200 + 5 * MEBIBYTE, 200 + 10 * MEBIBYTE]);
    await files.store.finish('uploads/6');
    expect(content.equals(await buffer(files.store.read('uploads/6')))).toBe(true);
    expect(await grown('uploads/6')).toEqual([]);
  });

  it('arrives further when a crash left parts that were written again with an earlier one', async () => {
    const nameOf = (start: number) => `growing/uploads/7/${String(start).padStart(16, '0')}`;
    const crash = async () => {
      await bucket.put(nameOf(0), content.subarray(0, 150));
      await bucket.put(nameOf(50), content.subarray(50, 100));
      await bucket.put(nameOf(100), content.subarray(100, 120));
    };
    for (const recorded of [50, 100, 120, 150]) {
      await crash();
      await sendTo('uploads/7', recorded, 200);
      await files.store.finish('uploads/7');
      expect(content.subarray(0, 200).equals(await buffer(files.store.read('uploads/7')))).toBe(true);
      expect(await grown('uploads/7')).toEqual([]);
      await files.store.remove('uploads/7');
    }
    await crash();
    await files.store.remove('uploads/7');
    expect(await grown('uploads/7')).toEqual([]);
  });

  it('is not put together without a part that is gone', async () => {
    const file = await files.store.grow('uploads/5', 0);
    await file.write(Buffer.from('part'));
    await file.sync();
    const part = { name: `growing/uploads/5/${'0'.repeat(16)}`, start: 0, end: 4 };
    const gone = { name: 'growing/uploads/5/gone', start: 0, end: 4 };
    await expect(bucket.compose('files/uploads/5', [part, gone])).rejects.toEqual(new FileStoreDown('NoSuchKey'));
    expect(await files.store.size('uploads/5')).toBeNull();
    for await (const { name } of bucket.listUnfinished('files/')) expect(name).toBeNull();
    await files.store.remove('uploads/5');
  });

  it('whose source fails leaves no parts', async () => {
    const failing = (async function* () {
      yield* chunks(content);
      throw new Error('source broke');
    })();
    await expect(files.store.write('imports/4/source', failing)).rejects.toThrow('source broke');
    for await (const key of files.store.listUnfinished('')) expect(key).toBeNull();
    expect(await files.store.size('imports/4/source')).toBeNull();
  });

  it('is copied whole under another key', async () => {
    await files.store.write('uploads/2', chunks(content));
    expect(await files.store.link('uploads/2', 'imports/5/source')).toBe(content.length);
    await files.store.remove('uploads/2');
    expect(content.equals(await buffer(files.store.read('imports/5/source')))).toBe(true);
    expect(await files.store.link('uploads/none', 'imports/6/source')).toBeNull();
  });
});

it('lists what a killed process left unfinished, and removes it with its key', async () => {
  const file = await files.store.grow('uploads/3', 0);
  await file.write(Buffer.from('half'));
  await file.sync();
  const found: string[] = [];
  for await (const key of files.store.listUnfinished('uploads/')) found.push(key);
  expect(found).toEqual(['uploads/3']);
  await files.store.remove('uploads/3');
  for await (const key of files.store.listUnfinished('uploads/')) expect(key).toBeNull();
});

describe('the upload directory', () => {
  it('has the files below the id of the organization', async () => {
    await bucket.put('upload-directory/5/  my list (läst) +1%.csv', Buffer.from('of 5'));
    expect(await files.uploads.size(5, '  my list (läst) +1%.csv')).toBe(4);
    expect(await text(await files.uploads.open(5, '  my list (läst) +1%.csv'))).toBe('of 5');
    expect(await files.uploads.size(6, '  my list (läst) +1%.csv')).toBeNull();
    await expect(files.uploads.open(6, 'people.csv')).rejects.toThrow('The file people.csv does not exist.');
  });

  it.each(['../6/people.csv', '6/people.csv', '', '..'])('refuses the name %j', async (name) => {
    await expect(files.uploads.size(5, name)).rejects.toThrow('file_source.filename');
    await expect(files.uploads.open(5, name)).rejects.toThrow('file_source.filename');
  });
});
