import { readdir, readFile, readlink } from 'node:fs/promises';

/**
 * Every TCP port on which the process that listens on `port` of this machine accepts connections, that one included.
 * Linux only. @throws Error when no process of this user listens there
 */
export async function portsOfServer(port: number): Promise<number[]> {
  const listening = await readListeners();
  const wanted = listening.find((each) => each.port === port)?.socket;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const sockets = await socketsOf(pid);
    if (wanted === undefined || !sockets.has(wanted)) continue;
    return listening.filter(({ socket }) => sockets.has(socket)).map((each) => each.port);
  }
  throw new Error(`No process listens on port ${port}.`);
}

interface Listener {
  readonly port: number;
  /** As a link of /proc/<pid>/fd names it. */
  readonly socket: string;
}

async function readListeners(): Promise<readonly Listener[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, address = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (state !== LISTEN) return [];
      return [{ port: Number.parseInt(address.split(':')[1] ?? '', 16), socket: `socket:[${inode}]` }];
    }),
  );
}

/** State of a socket in /proc/net/tcp. */
const LISTEN = '0A';

/** Processes end while they are listed, and those of others cannot be read. */
async function socketsOf(pid: string): Promise<ReadonlySet<string>> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return new Set(await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => ''))));
}
