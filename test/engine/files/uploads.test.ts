import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { FileMissing } from '../../../engine/files/errors.ts';
import { createFolderUploads } from '../../../engine/files/uploads.ts';

let dir: string;
const REST = { ms: 1 };

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'sluice-uploads-')));
  for (const organization of ['5', '6', '55']) {
    await mkdir(join(dir, organization));
    await writeFile(join(dir, organization, 'people.csv'), `of ${organization}`);
  }
});

afterEach(() => rm(dir, { recursive: true }));

it('reads a file of the organization', async () => {
  expect(await text(await createFolderUploads(dir, REST).open(5, 'people.csv'))).toBe('of 5');
  expect(await createFolderUploads(dir, REST).size(5, 'people.csv')).toBe(4);
});

it('accepts any plain name, also one with spaces, dots and letters of other scripts', async () => {
  const name = '  ..my list (läst) 2024.tar.csv';
  await writeFile(join(dir, '5', name), 'content');
  expect(await createFolderUploads(dir, REST).size(5, name)).toBe(7);
  expect(await text(await createFolderUploads(dir, REST).open(5, name))).toBe('content');
});

it.each([
  ['', 'file_source.filename cannot be blank'],
  ['  ', 'file_source.filename cannot be blank'],
  ['.', 'file_source.filename must be the name of a file'],
  ['..', 'file_source.filename must be the name of a file'],
  ['../6/people.csv', 'file_source.filename cannot contain a path separator'],
  ['/etc/passwd', 'file_source.filename cannot contain a path separator'],
  ['..\\6\\people.csv', 'file_source.filename cannot contain a path separator'],
  ['people.csv\0.txt', 'file_source.filename cannot contain a NUL character'],
  ['ä'.repeat(128), 'file_source.filename is too long (maximum is 255 bytes)'],
])('refuses the name %j', async (name, sentence) => {
  const { size, open } = createFolderUploads(dir, REST);
  for (const use of [size, open]) await expect(use(5, name)).rejects.toEqual(new ValidationFailed(sentence));
});

describe('a name that is no file', () => {
  it.each(['absent.csv', 'folder', 'pipe', 'dangling.csv', 'loop.csv'])('does not exist: %s', async (name) => {
    await mkdir(join(dir, '5', 'folder'));
    execFileSync('mkfifo', [join(dir, '5', 'pipe')]);
    await symlink('nowhere', join(dir, '5', 'dangling.csv'));
    await symlink('loop.csv', join(dir, '5', 'loop.csv'));
    expect(await createFolderUploads(dir, REST).size(5, name)).toBeNull();
    await expect(createFolderUploads(dir, REST).open(5, name)).rejects.toBeInstanceOf(FileMissing);
  });

  it('does not exist in an organization that never uploaded', async () => {
    expect(await createFolderUploads(dir, REST).size(7, 'people.csv')).toBeNull();
    await expect(createFolderUploads(dir, REST).open(7, 'people.csv')).rejects.toBeInstanceOf(FileMissing);
  });
});

describe('a symbolic link', () => {
  it('is followed inside the directory', async () => {
    await symlink('people.csv', join(dir, '5', 'latest.csv'));
    expect(await text(await createFolderUploads(dir, REST).open(5, 'latest.csv'))).toBe('of 5');
  });

  it.each(['../6/people.csv', '../55/people.csv', '/etc/hostname', '..', '.'])('to %s is refused', async (target) => {
    await symlink(target, join(dir, '5', 'link.csv'));
    const { size, open } = createFolderUploads(dir, REST);
    const refusal = new ValidationFailed('file_source.filename leads out of the upload directory');
    for (const use of [size, open]) await expect(use(5, 'link.csv')).rejects.toEqual(refusal);
  });

  it('may stand for the upload directory as a whole', async () => {
    const elsewhere = `${dir}-link`;
    await symlink(dir, elsewhere);
    expect(await text(await createFolderUploads(elsewhere, REST).open(6, 'people.csv'))).toBe('of 6');
    await rm(elsewhere);
  });
});
