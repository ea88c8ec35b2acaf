import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Served {
  /** `http://127.0.0.1:<port>`, or the same with another host. */
  origin: (host?: string) => string;
  /** Resolves once no connection is open. */
  quiet: () => Promise<void>;
}

/** Serves HTTP on a free port of every local address until the test is over. */
export async function serve(handler: RequestListener): Promise<Served> {
  const server = createServer(handler);
  // Long enough that only a client that lets go of its connection makes the server quiet within a test.
  server.keepAliveTimeout = 600_000;
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const quiet = watchConnections(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: (host = '127.0.0.1') => `http://${host}:${port}`, quiet };
}

function watchConnections(server: Server): () => Promise<void> {
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      if (open === 0) server.emit('quiet');
    });
  });
  return async () => {
    if (open > 0) await once(server, 'quiet');
  };
}
