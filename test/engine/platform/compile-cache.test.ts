import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCompileCache } from '../../../engine/platform/compile-cache.ts';
import type { CompileCache } from '../../../engine/platform/compile-cache.ts';

describe('what was compiled, on disk', () => {
  it('is kept for the next start', async () => {
    const { cache, source } = await project();
    expect(await cache.read()).toBeNull();
    await cache.write(CODE, [source], Date.now());
    expect(await contentOf(cache)).toEqual(CODE);
  });

  it('is not used any more when a file it was made of changes or goes', async () => {
    const { cache, source } = await project();
    await cache.write(CODE, [source], Date.now());
    await writeFile(source, 'export const changed = 2;');
    expect(await cache.read()).toBeNull();
    await rm(source);
    expect(await cache.read()).toBeNull();
  });

  it('is not used any more when a file has other content of the same size and time', async () => {
    const { cache, source } = await project();
    await cache.write(CODE, [source], Date.now());
    const { size, atime, mtime } = await stat(source);
    await writeFile(source, 'export const other = 2;');
    await utimes(source, atime, mtime);
    expect(await stat(source)).toMatchObject({ size, mtime });
    expect(await cache.read()).toBeNull();
  });

  it('is used on when only the times of a file have changed', async () => {
    const { cache, source } = await project();
    await cache.write(CODE, [source], Date.now());
    await utimes(source, new Date(), new Date());
    expect(await contentOf(cache)).toEqual(CODE);
  });

  it('is not used any more when a file is added to a folder whose names count', async () => {
    const { cache, source, packages } = await project();
    const folder = join(packages, '..', 'kinds/');
    await mkdir(folder);
    await utimes(folder, new Date(Date.now() - HOUR_MS), new Date(Date.now() - HOUR_MS));
    await cache.write(CODE, [source, folder], Date.now());
    expect(await contentOf(cache)).toEqual(CODE);
    await writeFile(join(folder, 'another.ts'), 'export const another = 1;');
    expect(await cache.read()).toBeNull();
  });

  it('is not used any more when packages were installed', async () => {
    const { cache, source, packages } = await project();
    await cache.write(CODE, [source], Date.now());
    await writeFile(join(packages, '.package-lock.json'), '{"version":2}');
    expect(await cache.read()).toBeNull();
  });

  it('is not kept when a file changed while it was made', async () => {
    const { cache, source } = await project();
    await cache.write(CODE, [source], Date.now() - 2 * HOUR_MS);
    expect(await cache.read()).toBeNull();
  });

  it('follows a project that is copied, whose files are its own', async () => {
    const original = await project();
    await original.cache.write(CODE, [original.source], Date.now());
    const copy = await project();
    await cp(join(original.packages, '.cache'), join(copy.packages, '.cache'), { recursive: true });
    expect(await contentOf(copy.cache)).toEqual(CODE);
    await writeFile(copy.source, 'export const changed = 2;');
    expect(await copy.cache.read()).toBeNull();
  });

  it('answers the folder of what is kept, the same for the same code of processes that start together', async () => {
    const { cache, source } = await project();
    const folders = await Promise.all([1, 2, 3].map(() => cache.write(CODE, [source], Date.now())));
    expect(new Set(folders).size).toBe(1);
    expect(await cache.read()).toBe(folders[0]);
    expect(await contentOf(cache)).toEqual(CODE);
  });

  it('keeps earlier code for a week, for processes that began with it', async () => {
    const { cache, source } = await project();
    const used = await cache.write(CODE, [source], Date.now());
    const unused = await cache.write({ 'main.js': 'second' }, [source], Date.now());
    const longAgo = new Date(Date.now() - 8 * 24 * HOUR_MS);
    await utimes(unused ?? '', longAgo, longAgo);
    await cache.write({ 'main.js': 'third' }, [source], Date.now());
    await expect(stat(unused ?? '')).rejects.toThrow('ENOENT');
    expect(await readdir(used ?? '')).toHaveLength(2);
  });

  it('costs a start nothing but time where no file can be written', async () => {
    const { cache, source, packages } = await project();
    await writeFile(join(packages, '.cache'), 'a file where the folder should be');
    await cache.write(CODE, [source], Date.now());
    expect(await cache.read()).toBeNull();
  });
});

const HOUR_MS = 3_600_000;
const CODE = { 'main.js': "import './later.js';", 'later.js': 'later();' };

async function contentOf(cache: CompileCache): Promise<Record<string, string>> {
  const folder = (await cache.read()) ?? '';
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  );
}

/** A project with one source file, last changed an hour ago. */
async function project() {
  const root = await mkdtemp(join(tmpdir(), 'sluice-bundle-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const packages = join(root, 'node_modules');
  const source = join(root, 'source.ts');
  await mkdir(packages);
  await writeFile(source, 'export const first = 1;');
  await writeFile(join(packages, '.package-lock.json'), '{"version":1}');
  const anHourAgo = new Date(Date.now() - HOUR_MS);
  for (const path of [source, join(packages, '.package-lock.json')]) await utimes(path, anHourAgo, anHourAgo);
  return { packages, source, cache: createCompileCache(packages, 'workflows') };
}
