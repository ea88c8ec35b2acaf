import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Treatment of a call: it is passed on, passed on late, refused with 503, answered in part, or never answered. */
export type S3Trouble = 'none' | 'slow' | 'busy' | 'broken_answer' | 'silent';

/** Stands before a server of S3, and makes trouble. */
export interface S3Front {
  readonly endpoint: string;
  /** Chooses the trouble of each call from now on. */
  trouble(choose: (call: { readonly method: string; readonly number: number }) => S3Trouble): void;
  /** Number of calls since the trouble was chosen. */
  calls(): number;
  close(): Promise<void>;
}

const SLOW_MS = 700;
/** After that many bytes of an answer the connection breaks. */
const BROKEN_AFTER = 300_000;
const BUSY = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>';

/** Starts a server that passes calls on to the one at the endpoint. */
export async function standBeforeS3(endpoint: string): Promise<S3Front> {
  let choose: (call: { readonly method: string; readonly number: number }) => S3Trouble = () => 'none';
  let number = 0;
  const server = createServer((call, answer) => {
    number += 1;
    const trouble = choose({ method: call.method ?? '', number });
    if (trouble === 'silent') return;
    if (trouble === 'busy') return refuse(call, answer);
    const pass = () => passOn(new URL(endpoint), call, answer, trouble === 'broken_answer');
    if (trouble === 'slow') setTimeout(pass, SLOW_MS);
    else pass();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    trouble: (chosen) => {
      choose = chosen;
      number = 0;
    },
    calls: () => number,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(call: IncomingMessage, answer: ServerResponse): void {
  call.resume();
  call.once('end', () => answer.writeHead(503, { 'content-type': 'application/xml' }).end(BUSY));
}

function passOn({ hostname, port }: URL, call: IncomingMessage, answer: ServerResponse, breaks: boolean): void {
  const { method, url, headers } = call;
  const passed = request({ hostname, port, method, path: url, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers);
    let sent = 0;
    found.on('data', (block: Buffer) => {
      answer.write(block);
      sent += block.byteLength;
      if (breaks && sent > BROKEN_AFTER) answer.destroy();
    });
    found.once('end', () => answer.end());
    found.once('error', () => answer.destroy());
  });
  passed.once('error', () => answer.destroy());
  call.pipe(passed);
}
