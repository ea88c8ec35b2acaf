import { connect, createServer } from 'node:net';

/** Resolves to the preferred port when it is free on the loopback interface, and to any other free one when it is not. */
export async function freePort(preferred = 0): Promise<number> {
  const port = await tryPort(preferred, LOOPBACK);
  if (port !== null) return port;
  const other = await tryPort(0, LOOPBACK);
  if (other === null) throw new Error('No free port is left on the loopback interface.');
  return other;
}

/** Another program may listen on a port between the moment that it is found free and the start of the server. */
const TRIES = 5;
const TAKEN = /address already in use/i;

/**
 * Starts a server on free ports, the preferred ones where they are free; 0 prefers none. Takes others when the server's error says that
 * another program has taken one since.
 */
export async function startOnFreePorts<Server>(
  preferred: readonly number[],
  start: (...ports: number[]) => Promise<Server>,
): Promise<Server> {
  for (let tries = 1; ; tries++) {
    const ports: number[] = [];
    for (const port of preferred) ports.push(await freePort(port));
    try {
      return await start(...ports);
    } catch (error) {
      if (tries === TRIES || !(error instanceof Error) || !TAKEN.test(error.message)) throw error;
    }
  }
}

/** Whether a server could listen on this address now. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  return (await tryPort(port, host)) !== null;
}

/** Whether a server listens on this port of the loopback interface, even if it is busy. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, LOOPBACK);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const LOOPBACK = '127.0.0.1';

function tryPort(port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    server.listen({ port, host }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
