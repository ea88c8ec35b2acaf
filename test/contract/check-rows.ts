import { execFileSync } from 'node:child_process';
import { TITLES } from './rows.ts';

// `npm run contract`: prints every row of the specification that no test is named after, and every test of this folder
// that is named after no row. Exit code 1 when there is any.

interface ListedTest {
  readonly name: string;
  readonly file: string;
}

const VITEST = ['node_modules/vitest/vitest.mjs', 'list', 'test/contract/', '--json'];
const MAX_BYTES = 64 * 1024 * 1024;

const tests = JSON.parse(
  execFileSync(process.execPath, VITEST, { encoding: 'utf8', maxBuffer: MAX_BYTES }),
) as readonly ListedTest[];
const titles = new Set(tests.flatMap(({ name }) => name.split(' > ')));
const untested = TITLES.filter((row) => !titles.has(row));
const strays = tests.filter(({ name }) => !name.split(' > ').some((title) => TITLES.includes(title)));

for (const row of untested) console.log(`No test is named: ${row}`);
for (const { name, file } of strays) console.log(`Named after no row: ${name} (${file})`);
console.log(
  `${TITLES.length} rows, ${untested.length} without a test; ${tests.length} tests, ${strays.length} without a row.`,
);
process.exitCode = untested.length + strays.length === 0 ? 0 : 1;
