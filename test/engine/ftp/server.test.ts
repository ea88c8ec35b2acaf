import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Client } from 'basic-ftp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { purgePartials } from '../../../engine/ftp/purge-partials.ts';
import { connectRaw } from './raw-client.ts';
import { get, put, putAndDie, startTestFtp, type TestFtp } from './support.ts';

const DAY_MS = 86_400_000;
let ftp: TestFtp;
let organization: { id: number; key: string };
let client: Client;
const namesIn = async (path?: string) => (await client.list(path)).map(({ name }) => name).sort();
const onDisk = (name: string) => readFile(join(ftp.uploadsDir, String(organization.id), name), 'utf8');

beforeAll(async () => {
  ftp = await startTestFtp();
});
afterAll(() => ftp.close());
afterEach(() => ftp.disconnect());
beforeEach(async () => {
  organization = await ftp.addOrganization();
  client = await ftp.connect(organization.key);
});

describe('an upload directory', () => {
  it('takes files, lists them with their sizes, and gives them back', async () => {
    await put(client, 'people.csv', 'email\nann@example.com\n');

    const [file] = await client.list();

    expect(file).toMatchObject({ name: 'people.csv', size: 22, isFile: true });
    expect(await onDisk('people.csv')).toBe('email\nann@example.com\n');
    expect(await get(client, 'people.csv')).toBe('email\nann@example.com\n');
    expect(await get(client, 'people.csv', 6)).toBe('ann@example.com\n');
  });

  it('takes names with spaces and letters of other scripts', async () => {
    await put(client, 'meine läst -a 日本.csv', 'x');
    expect(await namesIn()).toEqual(['meine läst -a 日本.csv']);
    expect(await onDisk('meine läst -a 日本.csv')).toBe('x');
  });

  it('renames and deletes files', async () => {
    await put(client, 'a.csv', 'a');
    await client.rename('a.csv', 'b.csv');
    expect(await namesIn()).toEqual(['b.csv']);

    await client.remove('b.csv');
    expect(await namesIn()).toEqual([]);
    await expect(client.remove('b.csv')).rejects.toThrow('No such file or directory.');
  });

  it('has directories, which are made, entered and removed', async () => {
    await client.send('MKD 2026');
    await client.cd('2026');
    await put(client, 'a.csv', 'a');
    expect(await client.pwd()).toBe('/2026');
    expect(await namesIn('/2026')).toEqual(['a.csv']);

    await client.cd('/');
    await expect(client.send('RMD 2026')).rejects.toThrow('The directory is not empty.');
    await client.remove('2026/a.csv');
    await client.send('RMD 2026');
    expect(await namesIn()).toEqual([]);
  });

  it('holds a file of 64 MiB byte for byte', async () => {
    const block = randomBytes(1024 * 1024);
    const expected = createHash('sha256');
    for (let i = 0; i < 64; i++) expected.update(block);

    await client.uploadFrom(Readable.from(Array.from({ length: 64 }, () => block)), 'big.csv');

    const bytes = await readFile(join(ftp.uploadsDir, String(organization.id), 'big.csv'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(expected.digest('hex'));
  });

  it.each([
    ['SITE CHMOD 777 a.csv', '502 SITE is not supported.'],
    ['PORT 127,0,0,1,0,80', '502 PORT is not supported.'],
    ['EPRT |1|127.0.0.1|80|', '502 EPRT is not supported.'],
    ['OPTS', '501 OPTS needs a parameter.'],
    ['MKD a\\b', 'A name cannot contain a backslash or a control character.'],
    [`MKD ${'n'.repeat(256)}`, 'A name is too long (maximum is 255 bytes).'],
    ['DELE /', 'The upload directory itself stays.'],
    ['MKD missing/folder', 'No such file or directory.'],
  ])('answers %j with a refusal and goes on', async (command, reply) => {
    await put(client, 'a.csv', 'a');
    await expect(client.send(command)).rejects.toThrow(reply);
    expect(await namesIn()).toEqual(['a.csv']);
  });

  it('refuses names that are not UTF-8, which would be one name', async () => {
    const raw = await connectRaw(ftp.port, organization.key);
    for (const name of ['K\xfcche', 'K\xf6che']) {
      raw.socket.write(Buffer.from(`MKD ${name}\r\n`, 'latin1'));
      expect(await raw.next()).toBe('550 A name must be in UTF-8, without U+FFFD.');
    }
    raw.vanish();
    expect(await namesIn()).toEqual([]);
  });

  it('names no path of the machine in its replies', async () => {
    const replies = [(await client.send('MKD here')).message];
    for (const command of ['MKD here', 'SIZE nothing', 'CWD nothing', 'MDTM a\0b', 'RMD nothing']) {
      replies.push(await client.send(command).then(String, String));
    }
    expect(replies.join('\n')).not.toContain(ftp.uploadsDir);
  });
});

describe('an upload that breaks off', () => {
  it('is not taken for a file, and can be gone on with', async () => {
    await putAndDie(ftp, organization.key, 'people.csv', 'email\nann@');
    expect(await namesIn()).toEqual([]);
    expect(await client.size('people.csv')).toBe(10);
    await client.appendFrom(Readable.from(['example.com\n']), 'people.csv');

    expect(await onDisk('people.csv')).toBe('email\nann@example.com\n');
  });

  it('leaves the file that it was to replace as it was', async () => {
    await put(client, 'people.csv', 'the old rows');
    await putAndDie(ftp, organization.key, 'people.csv', 'new');
    expect(await onDisk('people.csv')).toBe('the old rows');
  });

  it('is gone on with at an offset, which what lies behind it does not survive', async () => {
    await putAndDie(ftp, organization.key, 'people.csv', 'email\nXXXXX');
    await client.send('REST 6');
    await put(client, 'people.csv', 'ann\n');
    expect(await onDisk('people.csv')).toBe('email\nann\n');
  });

  it('cannot be gone on with behind what has arrived', async () => {
    await client.send('REST 5');
    await expect(put(client, 'people.csv', 'x')).rejects.toThrow('Only 0 bytes of the file are here');
  });

  it('survives a restart of the server', async () => {
    await putAndDie(ftp, organization.key, 'people.csv', 'email\n');
    await ftp.restart();
    client = await ftp.connect(organization.key);
    await client.appendFrom(Readable.from(['ann\n']), 'people.csv');
    expect(await onDisk('people.csv')).toBe('email\nann\n');
  });

  it('is refused while another one to the same file is under way', async () => {
    const source = new PassThrough();
    const upload = client.uploadFrom(source, 'people.csv');
    source.write('email\n');
    const other = await ftp.connect(organization.key);
    await vi.waitFor(async () => expect(await other.size('people.csv')).toBe(6), PATIENCE);

    await expect(put(other, 'people.csv', 'x')).rejects.toThrow('The file is being uploaded already.');

    source.end('ann\n');
    await upload;
    expect(await onDisk('people.csv')).toBe('email\nann\n');
  });

  it('is forgotten when nobody goes on with it for seven days', async () => {
    await putAndDie(ftp, organization.key, 'people.csv', 'email\n');
    await purgePartials(ftp.uploadsDir, Date.now() + 6 * DAY_MS);
    expect(await client.size('people.csv')).toBe(6);
    await purgePartials(ftp.uploadsDir, Date.now() + 8 * DAY_MS);
    await expect(client.size('people.csv')).rejects.toThrow('No such file or directory.');
  });

  it('can be deleted', async () => {
    await putAndDie(ftp, organization.key, 'people.csv', 'email\n');
    await client.remove('people.csv');
    await expect(client.size('people.csv')).rejects.toThrow('No such file or directory.');
  });
});

describe('appending', () => {
  it('goes on behind a finished file', async () => {
    await put(client, 'people.csv', 'email\n');
    await client.appendFrom(Readable.from(['ann\n']), 'people.csv');
    expect(await onDisk('people.csv')).toBe('email\nann\n');
  });
});

describe('the walls of an upload directory', () => {
  it.each(['..', '../..', '/../../', '/./../../.', 'folder/../..'])('end %j at the root', async (path) => {
    await put(client, 'mine.csv', 'm');
    await client.send('MKD folder');

    await client.send(`CWD ${path}`);

    expect(await client.pwd()).toBe('/');
    expect(await namesIn()).toEqual(['folder', 'mine.csv']);
  });

  it('stand between two organizations', async () => {
    const other = await ftp.addOrganization();
    await put(await ftp.connect(other.key), 'theirs.csv', 't');

    expect(await namesIn()).toEqual([]);
    for (const path of [`../${other.id}/theirs.csv`, `/../${other.id}/theirs.csv`, `/${other.id}/theirs.csv`]) {
      await expect(get(client, path)).rejects.toThrow('No such file or directory.');
      await expect(client.remove(path)).rejects.toThrow('No such file or directory.');
    }
  });

  it('hold against links that somebody with an account has made', async () => {
    const root = join(ftp.uploadsDir, String(organization.id));
    const outside = join(ftp.uploadsDir, 'outside');
    await mkdir(outside, { recursive: true });
    await writeFile(join(outside, 'secret.txt'), 'secret');
    await symlink(outside, join(root, 'folder'));
    await symlink(join(outside, 'secret.txt'), join(root, 'file'));

    expect(await namesIn()).toEqual([]);
    const no = 'No such file or directory.';
    await expect(client.send('CWD folder')).rejects.toThrow(no);
    await expect(get(client, 'file')).rejects.toThrow(no);
    await expect(get(client, 'folder/secret.txt')).rejects.toThrow(no);
    await expect(put(client, 'folder/new.txt', 'x')).rejects.toThrow(no);
    await expect(put(client, 'file', 'x')).rejects.toThrow(no);
    await expect(client.remove('folder/secret.txt')).rejects.toThrow(no);
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });
});

const PATIENCE = { timeout: 30_000, interval: 50 };
