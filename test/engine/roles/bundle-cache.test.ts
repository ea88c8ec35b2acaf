import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBundleCache } from '../../../engine/roles/bundle-cache.ts';

describe('the bundle of the workflows on disk', () => {
  it('is kept for the next start', async () => {
    const { cache, source } = await project();
    expect(await cache.read()).toBeNull();
    await cache.write('code', [source], Date.now());
    expect(await cache.read()).toBe('code');
  });

  it('is not used any more when a file it was made of changes or goes', async () => {
    const { cache, source } = await project();
    await cache.write('code', [source], Date.now());
    await writeFile(source, 'export const changed = 2;');
    expect(await cache.read()).toBeNull();
    await rm(source);
    expect(await cache.read()).toBeNull();
  });

  it('is not used any more when packages were installed', async () => {
    const { cache, source, packages } = await project();
    await cache.write('code', [source], Date.now());
    await writeFile(join(packages, '.package-lock.json'), '{"version":2}');
    expect(await cache.read()).toBeNull();
  });

  it('is not kept when a file changed while it was made', async () => {
    const { cache, source } = await project();
    await cache.write('code', [source], Date.now() - 2 * HOUR_MS);
    expect(await cache.read()).toBeNull();
  });

  it('follows a project that is copied, whose files are its own', async () => {
    const original = await project();
    await original.cache.write('code', [original.source], Date.now());
    const copy = await project();
    await cp(join(original.packages, '.cache'), join(copy.packages, '.cache'), { recursive: true });
    expect(await copy.cache.read()).toBe('code');
    await writeFile(copy.source, 'export const changed = 2;');
    expect(await copy.cache.read()).toBeNull();
  });

  it('costs a start nothing but time where no file can be written', async () => {
    const { cache, source, packages } = await project();
    await writeFile(join(packages, '.cache'), 'a file where the folder should be');
    await cache.write('code', [source], Date.now());
    expect(await cache.read()).toBeNull();
  });
});

const HOUR_MS = 3_600_000;

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
  return { packages, source, cache: createBundleCache(packages, 'workflows') };
}
