import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

/** An HTTP server on a free port. */
export interface WebServer {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

/** Serves what the handler answers, on loopback unless another `host` is given. */
export async function startWebServer(handler: RequestListener, host = '127.0.0.1'): Promise<WebServer> {
  const server = createServer(handler);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/file.csv`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Answers every request with the content, in pieces with a rest between two of them. */
export function slowly(content: string, pieces: number, restMs: number): RequestListener {
  const bytes = Buffer.from(content);
  const size = Math.ceil(bytes.length / pieces);
  return (_, response) => {
    let sent = 0;
    const timer = setInterval(() => {
      response.write(bytes.subarray(sent, sent + size));
      sent += size;
      if (sent < bytes.length) return;
      clearInterval(timer);
      response.end();
    }, restMs);
    response.once('close', () => clearInterval(timer));
  };
}
