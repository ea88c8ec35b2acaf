import { appendFile, mkdtemp, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileChanged, FileMissing, FileStillWritten } from '../../../engine/files/errors.ts';
import { openAtRest } from '../../../engine/files/open-at-rest.ts';

const NEVER = new AbortController().signal;
const LINE = 'ann@example.com\n';

let dir: string;
let path: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sluice-rest-'));
  path = join(dir, 'people.csv');
  await writeFile(path, LINE);
  // Two changes within a few milliseconds may have the same time.
  await utimes(path, 1_000, 1_000);
});

/** Opens the file, and does something in each pause that is made for it. */
function open(during: (pauses: number) => Promise<unknown>, signal = NEVER) {
  let pauses = 0;
  return openAtRest(path, 'people.csv', { ms: 2_000, pause: () => during(++pauses) }, signal);
}

afterEach(() => rm(dir, { recursive: true }));

describe('a file of the upload directory', () => {
  it('is taken when it has not changed for a pause', async () => {
    let made = 0;
    const { bytes, content } = await open(async (pauses) => {
      made = pauses;
      if (pauses < 4) await appendFile(path, LINE);
    });
    expect([made, bytes, await text(content)]).toEqual([4, 4 * LINE.length, LINE.repeat(4)]);
  });

  it('is the one that has taken its place meanwhile, once that rests', async () => {
    const { content } = await open(async (pauses) => {
      if (pauses > 1) return;
      await writeFile(`${path}.new`, 'bob@example.com\n');
      await rename(`${path}.new`, path);
    });
    expect(await text(content)).toBe('bob@example.com\n');
  });

  it('is refused when it changes all the time, with what to do', async () => {
    await expect(open(() => appendFile(path, LINE))).rejects.toEqual(new FileStillWritten('people.csv', 30));
    expect(new FileStillWritten('people.csv', 30).message).toBe(
      'The file people.csv was still being written after 30 s. Write it under another name, rename it when it is complete, and import it then.',
    );
    expect((await stat(path)).size).toBe(16 * LINE.length);
  });

  it('does not exist when it is removed meanwhile', async () => {
    await expect(open(() => rm(path))).rejects.toBeInstanceOf(FileMissing);
  });

  it('is not waited for when the work is cancelled', async () => {
    const abort = new AbortController();
    const opened = openAtRest(path, 'people.csv', { ms: 60_000 }, abort.signal);
    abort.abort();
    await expect(opened).rejects.toThrow();
  });
});

describe('a file that was opened', () => {
  it.each([
    ['grows', () => appendFile(path, LINE)],
    ['is emptied', () => writeFile(path, '')],
    ['is written over', () => writeFile(path, LINE.replace('ann', 'eve'))],
  ])('fails with what to do when it %s before all of it is read', async (_, change) => {
    const { content } = await open(() => Promise.resolve());
    await change();
    const changed = new FileChanged('people.csv');
    await expect(text(content)).rejects.toEqual(changed);
    expect(changed.message).toMatch(/changed while it was copied. Write it under another name, rename it when/);
  });

  it.each([
    ['another takes its place', () => writeFile(`${path}.new`, '').then(() => rename(`${path}.new`, path))],
    ['it is removed', () => rm(path)],
  ])('is read as it was when %s', async (_, change) => {
    const { content } = await open(() => Promise.resolve());
    await change();
    expect(await text(content)).toBe(LINE);
  });

  it('can be closed unread', async () => {
    const { close } = await open(() => Promise.resolve());
    await close();
    await close();
  });
});
