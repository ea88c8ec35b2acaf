import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

/** An event as a receiver reads it, once its signature is verified. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How a receiver answers: a status, nothing (`silent`), or by closing the connection (`away`). */
export type Answer = number | 'silent' | 'away';

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  readonly url: string;
  /** Requests so far, whatever the answer. */
  readonly requests: () => number;
  /** The verified events that were answered with 2xx, in their order, with those that came twice. */
  readonly taken: () => readonly ReceivedEvent[];
  /** What was wrong with the signatures of requests. */
  readonly faults: () => readonly string[];
  /** Sets how further requests are answered. */
  answer(answer: Answer | ((event: ReceivedEvent) => Answer)): void;
  /** Sets the secret by which requests are verified. */
  verifyBy(secret: string): void;
  /** Waits for that many different events that were taken. */
  untilTaken(count: number): Promise<readonly ReceivedEvent[]>;
  untilRequested(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver; close it in afterAll. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let secret: string | null = null;
  let answerTo: (event: ReceivedEvent) => Answer = () => 204;
  let requests = 0;
  const taken: ReceivedEvent[] = [];
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests++;
      try {
        const headers = request.headers as Record<string, string>;
        if (secret !== null) new Webhook(secret).verify(body, headers);
        const event = { id: headers['webhook-id'], ...JSON.parse(body) } as ReceivedEvent;
        const answer = answerTo(event);
        if (answer === 'silent') return;
        if (answer === 'away') return void request.socket.destroy();
        if (answer >= 200 && answer < 300) taken.push(event);
        response.writeHead(answer, answer >= 300 && answer < 400 ? { location: '/elsewhere' } : {}).end('ok');
      } catch (error) {
        faults.push(String(error));
        response.writeHead(400).end();
      }
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?token=quiet`,
    requests: () => requests,
    taken: () => taken,
    faults: () => faults,
    answer: (answer) => {
      answerTo = typeof answer === 'function' ? answer : () => answer;
    },
    verifyBy: (value) => {
      secret = value;
    },
    untilTaken: async (count) => {
      await waitFor(() => {
        const ids = new Set(taken.map(({ id }) => id));
        if (ids.size < count) throw new Error(`${ids.size} of ${count} events were taken. ${faults.join(' ')}`);
      });
      return taken;
    },
    untilRequested: (count) =>
      waitFor(() => {
        if (requests < count) throw new Error(`${requests} of ${count} requests were received.`);
      }),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}
