import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = /\.(?:ts|tsx|js)$/;
const TEST = /^test\/(?!e2e|chaos|console|contract).*\.test\.ts$/;

/** A command of the check, with its arguments. */
type Command = readonly [string, ...(readonly string[])];

/**
 * `npm run check`: types, lint, format and style of the files that differ from the branch `main` or from the last commit, and the
 * tests among them that need no service of their own. Ends with 1 when a command failed; each failed one is printed with its output.
 */
async function main(): Promise<void> {
  const changed = changedFiles();
  const sources = changed.filter((file) => SOURCE.test(file));
  const commands: Command[] = [
    ['tsc', '--noEmit'],
    ...(changed.some((file) => file.startsWith('console/'))
      ? [['tsc', '--noEmit', '--project', 'console'] as const]
      : []),
    ...(sources.length === 0
      ? []
      : [['eslint', '--max-warnings', '0', '--cache', '--cache-location', CACHE, ...sources] as const]),
    ...(changed.length === 0 ? [] : [['prettier', '--check', '--ignore-unknown', ...changed] as const]),
    ['vitest', 'run', 'test/style', ...changed.filter((file) => TEST.test(file))],
  ];
  process.stdout.write(`${changed.length} changed files\n`);
  // One after the other: each of them uses all processors, or half of the memory.
  for (const command of commands) await run(command);
}

const CACHE = 'node_modules/.cache/eslint/';

/** The files that differ from `main`, or in `main` itself from the commit before, and those that git does not know yet. */
function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [branch] = git('branch', '--show-current');
  const since = branch === 'main' || git('branch', '--list', 'main').length === 0 ? 'HEAD' : 'main';
  const files = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => existsSync(`${ROOT}${file}`));
}

async function run([program, ...args]: Command): Promise<void> {
  const began = Date.now();
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.stdout.write(
    `${code === 0 ? 'ok    ' : 'FAILED'} ${program} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`,
  );
  if (code === 0) return;
  process.stdout.write(Buffer.concat(output));
  process.exitCode = 1;
}

await main();
