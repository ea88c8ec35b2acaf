import { connect, createServer } from 'node:net';

/** Resolves to the preferred port when it is free on the loopback interface, and to any other free one when it is not. */
export async function freePort(preferred = 0): Promise<number> {
  const port = await tryPort(preferred, LOOPBACK);
  if (port !== null) return port;
  const other = await tryPort(0, LOOPBACK);
  if (other === null) throw new Error('No free port is left on the loopback interface.');
  return other;
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
