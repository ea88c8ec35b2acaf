import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startRelay } from './relay.ts';

/** A network and a file system of its own on this machine. */
export interface IsolatedHost {
  readonly name: string;
  /** The command that runs a program there: the program and its arguments follow. */
  readonly command: readonly string[];
  close(): Promise<void>;
}

export interface HostSettings {
  readonly name: string;
  /** The folder that each program finds empty, and the only one it may write to. */
  readonly dir: string;
  /** The ports of this machine that can be reached there, at the same ports. Nothing else of a network can. */
  readonly reaches: readonly number[];
  /** The ports of the host that can be reached from this machine, at the same ports. */
  readonly serves: readonly number[];
}

/** Say this where there are none. */
export const NO_ISOLATED_HOSTS = 'only root on Linux, with util-linux and iproute2, may create namespaces';

/** Whether this user may create isolated hosts. */
export async function canIsolate(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const inside = [
    'sh',
    '-c',
    'ip link set lo up && mount -o remount,bind,ro / && mount -t tmpfs none "$1"',
    'sh',
    tmpdir(),
  ];
  return promisify(execFile)('unshare', ['--net', '--mount', '--propagation', 'private', ...inside]).then(
    () => true,
    () => false,
  );
}

/** Creates an isolated host, which ends with this process at the latest. @throws Error where `canIsolate` is false */
export async function createIsolatedHost({ name, dir, reaches, serves }: HostSettings): Promise<IsolatedHost> {
  // A Unix socket joins two networks.
  const sockets = join(dir, 'relays', name);
  await mkdir(sockets, { recursive: true });
  const socket = (port: number) => join(sockets, String(port));
  const outwards = reaches.map((port) => ({
    inner: { from: port, to: socket(port) },
    outer: { from: socket(port), to: port },
  }));
  const inwards = serves.map((port) => ({
    inner: { from: socket(port), to: port },
    outer: { from: port, to: socket(port) },
  }));
  const relays = [...outwards, ...inwards];
  const keeper = keepNetwork(JSON.stringify(relays.map(({ inner }) => inner)));
  const ended = once(keeper, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`The host ${name} ended with exit code ${code}.`)));
  failed.catch(() => undefined);
  await Promise.race([once(keeper, 'message'), failed]);
  const servers = await Promise.all(relays.map(({ outer }) => startRelay(outer)));
  return {
    name,
    command: [
      ...['nsenter', `--net=/proc/${keeper.pid}/ns/net`],
      ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c', IN_OWN_FOLDER, 'sh', dir],
    ],
    close: async () => {
      for (const server of servers) server.close();
      keeper.kill('SIGKILL');
      await ended;
    },
  };
}

/** A new network has loopback only, which is down. */
const IN_OWN_NETWORK = 'ip link set lo up && exec "$@"';
/** Read-only is the file system of this machine, empty the folder, which is in memory and gone with the program. */
const IN_OWN_FOLDER =
  'mount -o remount,bind,ro / && mount -t tmpfs sluice-chaos "$1" && mkdir "$1/tmp" && TMPDIR="$1/tmp" && export TMPDIR && shift && exec "$@"';
const RELAYS = fileURLToPath(new URL('./relay-process.ts', import.meta.url));

function keepNetwork(relays: string): ChildProcess {
  const script = [process.execPath, RELAYS, relays];
  return spawn('unshare', ['--net', 'sh', '-c', IN_OWN_NETWORK, 'sh', ...script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
