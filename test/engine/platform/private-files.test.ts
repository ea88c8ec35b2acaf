import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFilesPrivate } from '../../../engine/platform/private-files.ts';

const IS_ROOT = process.getuid?.() === 0;
const ANOTHER_GROUP = 65_534;
const umask = process.umask();
let dataDir: string;
let elsewhere: string;
const log: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const keep = (filesDir = join(dataDir, 'files'), uploadsDir = join(dataDir, 'uploads')) =>
  keepFilesPrivate({ dataDir, filesDir, uploadsDir }, logger);

beforeEach(async () => {
  process.umask(0o022);
  dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-private-'));
  elsewhere = await mkdtemp(join(tmpdir(), 'sluice-test-private-'));
  await chmod(dataDir, 0o755);
  await chmod(elsewhere, 0o755);
});
afterEach(async () => {
  process.umask(umask);
  log.length = 0;
  await rm(dataDir, { recursive: true });
  await rm(elsewhere, { recursive: true });
});

describe('the files of the service', () => {
  it('are for its user alone when they are created', async () => {
    await keep();
    await mkdir(join(dataDir, 'files', 'a'), { recursive: true });
    await writeFile(join(dataDir, 'files', 'a', 'source'), 'ann@example.com');
    expect(await modeOf(join(dataDir, 'files'))).toBe('700');
    expect(await modeOf(join(dataDir, 'files', 'a'))).toBe('700');
    expect(await modeOf(join(dataDir, 'files', 'a', 'source'))).toBe('600');
  });

  it('lose the rights of others when they are there already, wherever they are', async () => {
    await mkdir(join(dataDir, 'outbox'));
    await mkdir(join(elsewhere, '1', 'deep'), { recursive: true });
    for (const file of [join(dataDir, 'temporal.db'), join(dataDir, 'outbox', '1.eml')]) await writeFile(file, 'x');
    await writeFile(join(elsewhere, '1', 'deep', 'people.csv'), 'ann@example.com');
    await writeFile(join(dataDir, 'program'), '', { mode: 0o755 });

    await keep(elsewhere, elsewhere);

    expect(await modeOf(dataDir)).toBe('700');
    expect(await modeOf(join(dataDir, 'outbox'))).toBe('700');
    expect(await modeOf(join(dataDir, 'outbox', '1.eml'))).toBe('600');
    expect(await modeOf(join(dataDir, 'temporal.db'))).toBe('600');
    expect(await modeOf(join(dataDir, 'program'))).toBe('700');
    expect(await modeOf(elsewhere)).toBe('700');
    expect(await modeOf(join(elsewhere, '1', 'deep'))).toBe('700');
    expect(await modeOf(join(elsewhere, '1', 'deep', 'people.csv'))).toBe('600');
    expect(log.join('')).toContain('removed access of other users to files of the service');
    expect(log.join('')).not.toContain('people');
  });

  it.runIf(IS_ROOT)(
    'can be passed through by the group of Postgres alone, which root runs as another user',
    async () => {
      await chown(dataDir, 0, ANOTHER_GROUP);
      await keep();
      expect(await modeOf(dataDir)).toBe('710');
      expect(await modeOf(elsewhere)).toBe('755');
    },
  );

  it('are changed once, and links lead to nothing that changes', async () => {
    await writeFile(join(elsewhere, 'foreign'), '');
    await symlink(join(elsewhere, 'foreign'), join(dataDir, 'link'));
    await keep();
    log.length = 0;
    await keep();
    expect(await modeOf(join(elsewhere, 'foreign'))).toBe('644');
    expect(log).toEqual([]);
  });

  it('need not be there', async () => {
    await rm(dataDir, { recursive: true });
    await keep();
    await mkdir(dataDir);
    expect(log).toEqual([]);
  });
});
