import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../platform/errors.ts';

/**
 * The 64 hexadecimal characters in a file of the data folder, which is created when it is absent. Processes that start
 * together end up with the same ones; `setting` is the one that is used in place of the file.
 * @throws ConfigurationError when the file holds something else.
 */
export async function readKeyFile(dataDir: string, name: string, setting: string): Promise<string> {
  const file = join(dataDir, name);
  return checked((await read(file)) ?? (await create(dataDir, file)), file, setting);
}

/** The same without creating the file: null when it is absent. */
export async function findKeyFile(dataDir: string, name: string, setting: string): Promise<string | null> {
  const file = join(dataDir, name);
  const kept = await read(file);
  return kept === null ? null : checked(kept, file, setting);
}

function checked(kept: string, file: string, setting: string): string {
  if (/^[0-9a-f]{64}$/i.test(kept)) return kept;
  throw new ConfigurationError([
    `${file} must hold 64 hexadecimal characters: put the right file back, or set ${setting} to the key it held.`,
  ]);
}

async function create(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(unfinished, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link leaves a key alone that another process has put there in the meantime.
    await link(unfinished, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(unfinished);
  }
  return (await readFile(file, 'utf8')).trim();
}

async function read(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
