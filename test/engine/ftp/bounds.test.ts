import { once } from 'node:events';
import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { connectRaw, connectTo } from './raw-client.ts';
import { get, put, startTestFtp, type TestFtp } from './support.ts';

const QUOTA = 100_000;
let ftp: TestFtp;
beforeAll(async () => {
  ftp = await startTestFtp({ UPLOAD_QUOTA_BYTES: String(QUOTA) }, { sessions: 2 });
});
afterAll(() => ftp.close());
afterEach(() => ftp.disconnect());

describe('the upload directory of an organization', () => {
  it('holds so many bytes, finished or not; those of others do not count', async () => {
    const [full, other] = [await ftp.addOrganization(), await ftp.addOrganization()];
    const client = await ftp.connect(full.key);
    await put(client, 'a.csv', 'a'.repeat(60_000));

    await expect(put(client, 'b.csv', 'b'.repeat(60_000))).rejects.toThrow(
      '552 The upload directory is full (maximum is 100000 bytes); delete files first.',
    );

    expect(await readdir(join(ftp.uploadsDir, String(full.id)))).toEqual(['a.csv']);
    await put(await ftp.connect(other.key), 'b.csv', 'b'.repeat(60_000));
    await client.remove('a.csv');
    await client.remove('b.csv');
    await put(client, 'b.csv', 'b'.repeat(60_000));
    expect((await get(client, 'b.csv')).length).toBe(60_000);
  });

  it('holds so many bytes, from however many sessions they come at once', async () => {
    const { key, id } = await ftp.addOrganization();
    const clients = await Promise.all([ftp.connect(key), ftp.connect(key)]);
    const uploads = clients.map((client, i) => put(client, `${i}.csv`, 'x'.repeat(60_000)));
    const ended = (await Promise.allSettled(uploads)).map(({ status }) => status).sort();
    expect(ended).toEqual(['fulfilled', 'rejected']);
    expect(await readdir(join(ftp.uploadsDir, String(id)))).toHaveLength(1);
  });

  it('holds so many files and directories', async () => {
    const { key, id } = await ftp.addOrganization();
    const root = join(ftp.uploadsDir, String(id));
    await mkdir(root);
    for (let i = 0; i < BOUNDS.uploadEntries.max; i++) await writeFile(join(root, `${i}`), '');
    const client = await ftp.connect(key);

    const full = '552 The upload directory holds 1000 files and directories; delete some first.';
    await expect(put(client, 'one-more.csv', 'x')).rejects.toThrow(full);
    await expect(client.send('MKD one-more')).rejects.toThrow(full);

    await client.remove('7');
    await put(client, 'one-more.csv', 'x');
  });

  it('does not copy a large file to append a byte to it', async () => {
    const roomy = await startTestFtp();
    const { key, id } = await roomy.addOrganization();
    const root = join(roomy.uploadsDir, String(id));
    await mkdir(root, { recursive: true });
    const file = await open(join(root, 'large.csv'), 'w');
    await file.truncate(BOUNDS.uploadAppend.max + 1);
    await file.close();
    const client = await roomy.connect(key);
    await expect(client.appendFrom(Readable.from(['x']), 'large.csv')).rejects.toThrow(
      'Only finished files of up to 67108864 bytes can be appended to; upload all of it again.',
    );
    await roomy.close();
  });

  it('has paths of limited length and depth', async () => {
    const client = await ftp.connect((await ftp.addOrganization()).key);
    await expect(client.send(`MKD ${'n/'.repeat(8)}n`)).rejects.toThrow('The path is too deep (maximum is 8 names).');
    const long = Array.from({ length: 6 }, () => 'n'.repeat(200)).join('/');
    await expect(client.send(`MKD ${long}`)).rejects.toThrow('The path is too long (maximum is 1024 bytes).');
  });
});

describe('a connection', () => {
  it('ends after so many commands without a login', async () => {
    const client = await connectRaw(ftp.port);
    for (let i = 0; i < BOUNDS.ftpCommandsBeforeLogin.max; i++) expect(await client.say('NOOP')).toMatch(/^200 /);
    expect(await client.say('NOOP')).toBe('421 Too many commands before the login.');
  });

  it('ends when so many commands wait', async () => {
    const client = await connectRaw(ftp.port, (await ftp.addOrganization()).key);
    expect(await client.say('NOOP\r\n'.repeat(BOUNDS.ftpPipelined.max + 1))).toBe('500 Too many commands at once.');
  });

  it('is served so many commands a second', async () => {
    const client = await connectRaw(ftp.port, (await ftp.addOrganization()).key);
    const begin = performance.now();
    client.socket.write('NOOP\r\n'.repeat(BOUNDS.ftpCommands.max + 1));
    for (let i = 0; i <= BOUNDS.ftpCommands.max; i++) expect(await client.next()).toMatch(/^200 /);
    expect(performance.now() - begin).toBeGreaterThan(500);
  });

  it('is one of so many of an organization', async () => {
    const { key } = await ftp.addOrganization();
    await ftp.connect(key);
    const second = await ftp.connect(key);
    await expect(ftp.connect(key)).rejects.toThrow('530 Your organization has too many FTP sessions; end one first.');
    await second.send('QUIT');
    expect(await (await ftp.connect(key)).pwd()).toBe('/');
  });

  it('is refused without holding up others, however many come from one address', async () => {
    const strict = await startTestFtp({}, { connections: 1 });
    const first = await connectRaw(strict.port);
    const refused = await Promise.all(Array.from({ length: 300 }, () => connectTo(strict.port)));
    await Promise.all(refused.map((socket) => once(socket.resume(), 'close')));
    expect(await first.say('NOOP')).toMatch(/^200 /);
    const other = await connectTo(strict.port, '127.0.0.2');
    expect(String((await once(other, 'data'))[0])).toMatch(/^220 /);
    await strict.close();
  });

  it('is not served while its address has had so many logins', async () => {
    const strict = await startTestFtp({}, { logins: 2 });
    const { key } = await strict.addOrganization();
    for (let i = 0; i < 2; i++) (await strict.connect(key)).close();
    await expect(strict.connect(key)).rejects.toThrow('421 Too many connections or logins from your address');
    await strict.close();
  });
});
