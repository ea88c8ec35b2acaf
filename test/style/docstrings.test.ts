import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A docstring that opens with a question word, with what follows it on its line. */
const QUESTION = /\/\*\*\s*(?:\*\s*)?(?:What|How|Who|Whom|Whose|Where|When|Which|Why|That)\b.*/g;

it('a docstring opens with a verb or a noun phrase', () => {
  const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.js'], { cwd: ROOT, encoding: 'utf8' });
  const found = files.split('\0').flatMap((file) => {
    if (file === '') return [];
    const openings = readFileSync(join(ROOT, file), 'utf8').match(QUESTION) ?? [];
    return openings.map((opening) => `${file}: ${opening.replaceAll(/\s+/g, ' ')}`);
  });
  expect(found).toEqual([]);
});
