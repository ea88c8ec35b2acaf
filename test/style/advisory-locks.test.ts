import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ADVISORY_LOCKS, LOCK_SPACES } from '../../engine/db/core/advisory-locks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TABLE = 'engine/db/core/advisory-locks.ts';

describe('the numbers of advisory locks', () => {
  it('are each of one lock', () => {
    for (const table of [ADVISORY_LOCKS, LOCK_SPACES]) {
      const numbers: readonly number[] = Object.values(table);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  it('stand in their table alone', () => {
    const files = execFileSync('git', ['ls-files', '-z', 'api/**/*.ts', 'engine/**/*.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const written = Object.values({ ...ADVISORY_LOCKS, ...LOCK_SPACES }).map((number) =>
      number.toLocaleString('en').replaceAll(',', '_?'),
    );
    const number = new RegExp(String.raw`\b(?:${written.join('|')})\b|advisory\w*\((?:\d|\$\{\d)`);
    const found = files.split('\0').filter((file) => file !== '' && file !== TABLE && number.test(textOf(file)));
    expect(found).toEqual([]);
  });
});

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
