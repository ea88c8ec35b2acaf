import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { copyOf } from './repositories.ts';
import type { Repository } from './repositories.ts';

describe('the copy of a repository with sets', () => {
  let folder = '';
  let repository: Repository;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-repositories-'));
    const origin = join(folder, 'origin');
    const git = (...args: string[]) => execFileSync('git', ['-C', origin, ...args], { encoding: 'utf8' }).trim();
    for (const name of ['sets', 'results']) {
      await mkdir(join(origin, name), { recursive: true });
      await writeFile(join(origin, name, 'a.csv'), 'email\r\na@example.com\n');
    }
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'Files');
    repository = { name: 'Own', url: `file://${origin}`, commit: git('rev-parse', 'HEAD'), folders: ['sets'] };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is fetched once into the cache folder, with the folders that are needed and their line ends', async () => {
    const args = parseArguments([], { XDG_CACHE_HOME: join(folder, 'cache') });
    const copy = join(folder, 'cache', 'sluice', 'corpora', 'Own');
    expect(await copyOf(repository, args)).toEqual({ folder: copy });
    expect(await readFile(join(copy, 'sets', 'a.csv'), 'utf8')).toBe('email\r\na@example.com\n');
    expect(existsSync(join(copy, 'results'))).toBe(false);
    expect(await copyOf({ ...repository, url: 'file:///nowhere' }, args)).toEqual({ folder: copy });
  });

  it('is missing where git cannot fetch it, and leaves nothing', async () => {
    const cache = join(folder, 'empty');
    const args = parseArguments([], { SLUICE_CACHE_DIR: cache });
    const found = await copyOf({ ...repository, url: `file://${folder}/nowhere` }, args);
    expect(found).toEqual({ missing: expect.stringMatching(/^git could not fetch file:.*nowhere: ./) });
    expect(existsSync(join(cache, 'corpora', 'Own'))).toBe(false);
  });

  it('is read from the folder that --data names, and never fetched into it', async () => {
    const args = parseArguments(['--data', join(folder, 'none')], {});
    expect(await copyOf(repository, args)).toEqual({ missing: `there is no folder ${join(folder, 'none', 'Own')}` });
  });
});
