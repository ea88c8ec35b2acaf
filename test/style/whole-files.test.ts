import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Conflict markers, as git writes them into a file that two changes touched. */
const CONFLICT = /^(?:<{7}|\|{7}|>{7}) /m;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'latin1')]));

it('no file has the marks of a merge that was not finished', () => {
  expect(files).toContain('.ci/run');
  expect(files.filter((file) => CONFLICT.test(texts.get(file) ?? ''))).toEqual([]);
});

it('bash can read each of its scripts', () => {
  const scripts = files.filter((file) => /^#!.*\b(?:ba)?sh\b/.test(texts.get(file)?.split('\n', 1)[0] ?? ''));
  expect(scripts).toEqual(expect.arrayContaining(['.ci/run', '.ci/nodes']));

  const errorsOf = (script: string): string =>
    spawnSync('bash', ['-n', join(ROOT, script)], { encoding: 'utf8' }).stderr;
  expect(Object.fromEntries(scripts.map((script) => [script, errorsOf(script)]))).toEqual(
    Object.fromEntries(scripts.map((script) => [script, ''])),
  );
});
