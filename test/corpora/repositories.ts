import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CorporaArguments } from './arguments.ts';

/** A public repository with sets. */
export interface Repository {
  readonly name: string;
  readonly url: string;
  /** The commit that the floors and the figures of docs/reliability.md were measured at. */
  readonly commit: string;
  /** The folders that are needed of it. */
  readonly folders: readonly string[];
}

/** Dialects of three sets of files, annotated by hand. */
export const CSV_SNIFFER: Repository = {
  name: 'CSVsniffer',
  url: 'https://github.com/ws-garcia/CSVsniffer',
  commit: 'bb9c190def6ec1a7efaf7d3a1155a37c1cda8ad9',
  folders: ['python'],
};

/** Polluted files, and how they should have been read. */
export const POLLOCK: Repository = {
  name: 'Pollock',
  url: 'https://github.com/HPI-Information-Systems/Pollock',
  commit: 'c4533b2c0e3fe59d42cbe3936033847aa31d8973',
  folders: ['polluted_files'],
};

/** A copy of a repository, or why there is none. */
export type Copy = { readonly folder: string } | { readonly missing: string };

/** Finds the copy of a repository, and fetches it where that is allowed: only its one commit and the folders needed. */
export async function copyOf(repository: Repository, { folder, isFetched }: CorporaArguments): Promise<Copy> {
  const copy = join(folder, repository.name);
  if (existsSync(copy)) return { folder: copy };
  if (!isFetched) return { missing: `there is no folder ${copy}` };
  // A fetch that was interrupted leaves no copy.
  const part = `${copy}.part`;
  try {
    await rm(part, { recursive: true, force: true });
    await mkdir(part, { recursive: true });
    await fetchInto(part, repository);
    await rename(part, copy);
    return { folder: copy };
  } catch (error) {
    return { missing: `git could not fetch ${repository.url}: ${lastLine(error)}` };
  }
}

const run = promisify(execFile);

async function fetchInto(folder: string, { url, commit, folders }: Repository): Promise<void> {
  const git = (...args: string[]) => run('git', ['-C', folder, ...args], { env: { ...process.env, ...NO_QUESTIONS } });
  await git('init', '--quiet');
  // Line ends are part of the dialects.
  await git('config', 'core.autocrlf', 'false');
  await git('remote', 'add', 'origin', url);
  await git('sparse-checkout', 'set', ...folders);
  await git('fetch', '--quiet', '--depth', '1', '--filter', 'blob:none', 'origin', commit);
  await git('checkout', '--quiet', 'FETCH_HEAD');
}

/** Git asks for no password, and downloads no large files of LFS. */
const NO_QUESTIONS = { GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' };

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}
