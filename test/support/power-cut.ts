import { execFile, execFileSync } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../engine/embedded/temporal-binary.ts';
import type { Role } from './role.ts';

/** A TCP connection of a process over loopback. */
export interface LocalConnection {
  readonly localPort: number;
  readonly remotePort: number;
}

/** A process whose host has no power any more: its servers get nothing from it, not even the end of its connections. */
export interface CutOff {
  /** From now on packets between the two ends arrive again. */
  restore(): void;
}

/** Give this as the note of a skipped test. */
export const NO_POWER_CUT = 'only root on Linux, with iptables, may drop packets';

/** Whether this user may drop packets of this machine. */
export async function canCutPower(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if ((await findOnPath('iptables-restore')) === null) return false;
  return promisify(execFile)('iptables', ['-w', '-S', 'INPUT']).then(
    () => true,
    () => false,
  );
}

/** The established TCP connections of a process over IPv4. */
export async function connectionsOf(pid: number): Promise<readonly LocalConnection[]> {
  const links = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(links.map((fd) => readlink(join('/proc', String(pid), 'fd', fd)).catch(() => '')));
  const inodes = new Set(targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]));
  const lines = (await readFile(`/proc/${pid}/net/tcp`, 'utf8')).trim().split('\n').slice(1);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === ESTABLISHED && inodes.has(inode))
    .map(([, local = '', remote = '']) => ({ localPort: portOf(local), remotePort: portOf(remote) }));
}

/** The code of the state in /proc/net/tcp. */
const ESTABLISHED = '01';

function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}

/** Drops every packet of the connections of a process that stands still, then ends it. */
export async function cutPower(role: Role): Promise<CutOff> {
  const connections = await connectionsOf(role.pid);
  const chain = `SLUICE-${role.pid}`;
  const drops = connections.flatMap(({ localPort, remotePort }) => [
    `-A ${chain} -p tcp --sport ${localPort} --dport ${remotePort} -j DROP`,
    `-A ${chain} -p tcp --sport ${remotePort} --dport ${localPort} -j DROP`,
  ]);
  setRules([`:${chain} - [0:0]`, ...drops, `-I INPUT -i lo -j ${chain}`]);
  const restore = () => {
    process.removeListener('exit', restore);
    setRules([`-D INPUT -i lo -j ${chain}`, `-F ${chain}`, `-X ${chain}`]);
  };
  process.once('exit', restore);
  await role.kill();
  return { restore };
}

/** Changes the table of filters in one step, and leaves its other rules. */
function setRules(lines: readonly string[]): void {
  execFileSync('iptables-restore', ['-w', '--noflush'], { input: ['*filter', ...lines, 'COMMIT', ''].join('\n') });
}
