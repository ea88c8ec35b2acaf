import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Held until it is released or its process ends, however it ends. */
export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Takes the lock of this name in the folder, or resolves to null while another process of this machine holds it.
 *
 * The lock is a listening socket and not a file with a process id: ids are reused, in containers at once, and a stale
 * file would then lock the owner out. A socket that does not answer is known to be stale.
 */
export async function tryLock(dir: string, name: string): Promise<ProcessLock | null> {
  const path = socketPath(dir, name);
  const first = await listen(path);
  if (first !== null) return toLock(first);
  if (await answers(path)) return null;
  await rm(path, { force: true });
  const second = await listen(path);
  return second === null ? null : toLock(second);
}

/** Whether a process of this machine holds the lock of this name in the folder. */
export function isLocked(dir: string, name: string): Promise<boolean> {
  return answers(socketPath(dir, name));
}

/** Systems cut the path of a socket at about a hundred bytes. */
function socketPath(dir: string, name: string): string {
  const path = join(dir, `${name}.lock`);
  if (Buffer.byteLength(path) < 100) return path;
  return join(tmpdir(), `sluice-${createHash('sha256').update(path).digest('hex').slice(0, 24)}.lock`);
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(path, () => resolve(server.unref()));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function toLock(server: Server): ProcessLock {
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
