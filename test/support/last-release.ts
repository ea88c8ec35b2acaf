import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileCommands, linkPackages, OWN_ROOT } from './other-version.ts';

const execute = promisify(execFile);

/** The line of package.json that the commit of a release changes. */
const VERSION = '^  "version": ';
const INSTALL_MS = 180_000;
const NOT_THERE = 'the history of this clone has no release before the present commit';

/**
 * Checks the last release out into a folder, which is created, with the packages that it needs.
 * @param root with a separator at its end
 * @returns why that is not possible; null when the folder has it
 */
export async function checkOutLastRelease(root: string): Promise<string | null> {
  const commit = await findLastRelease();
  if (commit === null) return (await isShallow()) ? `${NOT_THERE}: git fetch --unshallow` : NOT_THERE;
  await mkdir(root, { recursive: true });
  const archive = `${root.slice(0, -1)}.tar`;
  await git('archive', '--output', archive, commit);
  await execute('tar', ['-xf', archive, '-C', root]);
  if ((await packagesOf(root)) === (await packagesOf(OWN_ROOT))) await linkPackages(root);
  else {
    try {
      const args = ['ci', '--prefer-offline', '--omit=dev', '--no-audit', '--no-fund'];
      await execute('npm', args, { cwd: root, timeout: INSTALL_MS });
    } catch (error) {
      return `the packages of the last release could not be installed (${(error as Error).message.split('\n')[0]})`;
    }
  }
  await compileCommands(root);
  return null;
}

/** Finds the commit of the newest release before the present commit; null when the history has none but the first commit of the project. */
async function findLastRelease(): Promise<string | null> {
  try {
    const cuts = await git('log', '--format=%H %P', '--max-count=2', `-G${VERSION}`, 'HEAD', '--', 'package.json');
    const present = await git('rev-parse', 'HEAD');
    const isCut = ([commit, parent]: readonly string[]) => commit !== present && parent !== undefined && parent !== '';
    return (
      cuts
        .split('\n')
        .map((line) => line.split(' '))
        .find(isCut)?.[0] ?? null
    );
  } catch {
    // No git, or no repository.
    return null;
  }
}

async function isShallow(): Promise<boolean> {
  return (await git('rev-parse', '--is-shallow-repository').catch(() => 'false')) === 'true';
}

/** The repository may belong to another user, as in a container. */
async function git(...args: string[]): Promise<string> {
  const { stdout } = await execute('git', ['-c', 'safe.directory=*', ...args], { cwd: OWN_ROOT });
  return stdout.trim();
}

/** The packages that a version runs with, as a text: those that it locks, without types and tools. */
async function packagesOf(root: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const running = Object.entries(lock.packages).filter(([name, { dev }]) => dev !== true && !ONLY_TYPES.test(name));
  return JSON.stringify(running);
}

/** The project itself, which has its version, and packages that are gone when a program runs. */
const ONLY_TYPES = /^$|^node_modules\/(?:@types\/|undici-types$)/;
