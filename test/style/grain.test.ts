import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A file of at most so many lines is short. */
const SHORT = 60;
/** A short file stays apart where it would make its importer longer than this. */
const LONG = 250;

/** Entry points of the page and of threads. They start a file of its own: an import of the entry would run it. */
const ENTRY_POINT = /^console\/main\.tsx$|-thread\.ts$/;

/** Files that have a place of their own, however short: a reader looks for them by that name. */
const OWN_PLACE = [
  /^api\/plugins\//,
  /^api\/[^/]+\/(?:.*-)?(?:routes|input|record|lookups)\.ts$/,
  /^engine\/activities\//,
  /^engine\/cli\/(?:verbs|doctor|redo)\//,
  /\/(?:job-)?kinds\//,
  /^console\/(?:pages\/.*-page|pages\/not-found|routes)\.tsx$/,
  /^workflows\/(?:index|patches|restart-import)\.ts$/,
];

/** An import of values or types; what `import()` and `new URL()` load is a file of its own for a reason. */
const IMPORT = /\bfrom '(\.{1,2}\/[^']+)'/g;
const LOADED = /(?:\bimport\(|new URL\(\s*)'(\.{1,2}\/[^']+)'/g;

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.js'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '');
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));

it('a short file that one file imports lives in its importer', () => {
  const imported = importers(IMPORT);
  const loaded = importers(LOADED);
  const found = files.flatMap((file) => {
    const users = [...(imported.get(file) ?? [])];
    const [only] = users;
    if (only === undefined || users.length > 1 || loaded.has(file) || lines(file) > SHORT) return [];
    if (file.startsWith('test/')) return [];
    const hasPlace = OWN_PLACE.some((place) => place.test(file)) || ENTRY_POINT.test(only);
    const isApart = hasPlace || roomOf(file) !== roomOf(only);
    return isApart || lines(file) + lines(only) > LONG ? [] : [`${file}: only ${only} imports it`];
  });
  expect(found).toEqual([]);
});

/** The files that import each file: a test that imports one is an importer, so what is tested alone stays apart. */
function importers(pattern: RegExp): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    for (const [, path = ''] of text.matchAll(pattern)) {
      const target = posix.join(posix.dirname(file), path);
      found.set(target, (found.get(target) ?? new Set()).add(file));
    }
  }
  return found;
}

function lines(file: string): number {
  return (texts.get(file)?.match(/\n/g) ?? []).length;
}

/** The folder that has a line of its own in docs/architecture.md, such as `engine/db`. */
function roomOf(file: string): string {
  const [top = '', below = ''] = file.split('/');
  return top === 'engine' || top === 'api' ? `${top}/${below}` : top;
}
