import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/** An event as a receiver reads it, once its signature is verified. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Answer of a receiver: a status, one after a second (`slow`), nothing (`silent`), or a closed connection (`away`). */
export type Answer = number | 'slow' | 'silent' | 'away';

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  readonly url: string;
  /** Requests so far, whatever the answer. */
  readonly requests: () => number;
  /** The verified events that were answered with 2xx, in their order, with those that came twice. */
  readonly taken: () => readonly ReceivedEvent[];
  /** Errors of the verification of requests' signatures, as texts. */
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
    const receive = async () => {
      const body = await text(request);
      requests++;
      try {
        const headers = request.headers as Record<string, string>;
        if (secret !== null) new Webhook(secret).verify(body, headers);
        const event = { id: headers['webhook-id'], ...JSON.parse(body) } as ReceivedEvent;
        const chosen = answerTo(event);
        if (chosen === 'slow') await delay(SLOW_MS);
        const answer = chosen === 'slow' ? 204 : chosen;
        if (answer === 'silent') return;
        if (answer === 'away') return void request.socket.destroy();
        if (answer >= 200 && answer < 300) taken.push(event);
        response.writeHead(answer, answer >= 300 && answer < 400 ? { location: '/elsewhere' } : {}).end('ok');
      } catch (error) {
        faults.push(String(error));
        response.writeHead(400).end();
      }
    };
    // A request may end before it is whole.
    receive().catch(() => undefined);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
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
      await until(() => new Set(taken.map(({ id }) => id)).size, count, `events were taken ${faults.join(' ')}`);
      return taken;
    },
    untilRequested: (count) => until(() => requests, count, 'requests were received'),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}

const SLOW_MS = 1_000;
const LONGEST_MS = 60_000;

async function until(present: () => number, wanted: number, what: string): Promise<void> {
  for (const began = Date.now(); present() < wanted; await delay(50)) {
    if (Date.now() - began > LONGEST_MS) throw new Error(`${present()} of ${wanted} ${what}.`);
  }
}
