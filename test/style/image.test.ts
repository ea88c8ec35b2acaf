import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('the context of the image has every folder that the build compiles, and those that they import', () => {
  const [, folders = ''] = /const FOLDERS = \[(.*?)\]/s.exec(readFileSync(join(ROOT, 'build/build.ts'), 'utf8')) ?? [];
  const context = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const needed = new Set(['build', ...[...folders.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)]);
  for (const folder of needed) for (const other of foldersImportedBy(folder)) needed.add(other);

  expect([...needed]).toContain('workflows');
  expect([...needed].filter((folder) => !context.includes(`!${folder}`))).toEqual([]);
});

/** The top-level folders of the files that the sources of a folder import. */
function foldersImportedBy(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, folder, file), 'utf8');
      const outside = [...text.matchAll(/from '((?:\.\.\/)+)([a-z]+)\//g)];
      const depth = file.split('/').length;
      return outside.flatMap(([, up = '', name = '']) => (up.length / 3 === depth ? [name] : []));
    });
}
