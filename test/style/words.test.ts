import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Words that readers stumbled over, and what to write instead. */
const RETIRED: Readonly<Record<string, string>> = {
  anew: 'again',
  beside: 'next to, during, in addition to',
  whoever: 'the client, the operator, the caller',
  somebody: 'an operator, a client, another session',
  nobody: 'no worker, no subscriber, no call',
  mend: 'repair, fix',
  mended: 'repaired, fixed',
  meanwhile: 'while …, since, at the same time',
  'as ever': 'as before',
  'held up': 'stuck (blocked from outside), stalled (needs an operator)',
  unwell: 'unhealthy',
  'go behind': 'have a lower priority than',
  belongings: 'dependent rows',
};

const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', '.env.example', ...filesBelow('docs', '.md')];
const SOURCES = ['api', 'engine', 'machines', 'workflows'].flatMap((room) => filesBelow(room, '.ts'));

describe('a retired word', () => {
  it.each(Object.entries(RETIRED))('is not used: "%s" (write: %s)', (word) => {
    const pattern = new RegExp(`\\b${word}\\b`, 'i');
    const found = [...PAGES, ...SOURCES].flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}
