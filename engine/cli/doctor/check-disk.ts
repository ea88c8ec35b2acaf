import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import type { Config } from '../../platform/config.ts';
import { ok, warning, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** The folders of the service on this machine: whether they can be written, and the space on their disks. */
export async function checkDisk({ dataDir, filesDir, uploadsDir, s3 }: Config): Promise<Finding[]> {
  const shared = { FILES_DIR: filesDir, UPLOADS_DIR: uploadsDir };
  const folders = Object.entries({ DATA_DIR: dataDir, ...(s3 === null && shared) });
  const disks = new Map<number, { readonly path: string; readonly names: string[] }>();
  const findings: Finding[] = [];
  for (const [name, path] of folders) {
    const refusal = await refusalOf(path);
    if (refusal === 'ENOENT') findings.push(warning('disk', `${name} does not exist on this machine.`, MISSING));
    else if (refusal !== null) findings.push(wrong('disk', `${name} cannot be written (${refusal}).`, UNWRITABLE));
    if (refusal !== null) continue;
    const { dev } = await stat(path);
    const disk = disks.get(dev);
    if (disk === undefined) disks.set(dev, { path, names: [name] });
    else disk.names.push(name);
  }
  for (const { path, names } of disks.values()) findings.push(await spaceOf(path, names.join(', ')));
  return findings;
}

const MISSING = 'Run this on the machine of a worker, or mount the folder; a role creates its folders at its start.';
const UNWRITABLE = 'Mount it writable, and give it to the user of the service.';
const ROOM = 'Free space on this disk, or move the folder to a larger one.';
const GIB = 2 ** 30;

/** The code for which a folder cannot be used; null when it can. */
async function refusalOf(path: string): Promise<string | null> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

async function spaceOf(path: string, names: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(path);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const text = `${names}: ${gib(free)} of ${gib(total)} GiB are free.`;
  if (free < Math.min(GIB / 4, total * 0.02)) return wrong('disk', text, ROOM);
  return free < Math.min(GIB, total * 0.1) ? warning('disk', text, ROOM) : ok('disk', text);
}

function gib(bytes: number): string {
  return (bytes / GIB).toFixed(1);
}
