import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { Connection } from 'pg';
import { describe, expect, it } from 'vitest';
import { CopyOutStream } from '../../../../engine/db/core/copy-out-stream.ts';

const message = (code: string, content: Uint8Array = Buffer.alloc(0)): Buffer => {
  const header = Buffer.alloc(5);
  header.write(code);
  header.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([header, content]);
};
const ANSWER = message('H', Buffer.from([0, 0, 1, 0, 0]));
/** Messages after the last row, which are left to the client. */
const END = Buffer.concat([message('c'), message('C', Buffer.from('COPY 3\0')), message('Z', Buffer.from('I'))]);

describe('the stream of a COPY', () => {
  it('has the bytes of all rows, and leaves the rest to the client, wherever the socket cuts the messages', async () => {
    const row = fc.uint8Array({ maxLength: 40 }).map((content) => ({ code: 'd', content }));
    const notice = fc.record({ code: fc.constantFrom('S', 'N', 'A'), content: fc.uint8Array({ maxLength: 9 }) });
    const blockSizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof({ weight: 3, arbitrary: row }, notice)), blockSizes, async (sent, sizes) => {
        const { stream, send, readByClient } = begun();
        const bytes = Buffer.concat(sent.map(({ code, content }) => message(code, content)));
        send(cut(Buffer.concat([ANSWER, bytes, END]), sizes));

        const rows = sent.flatMap(({ code, content }) => (code === 'd' ? [content] : []));
        expect(await buffer(stream)).toEqual(Buffer.concat(rows));
        expect(readByClient()).toEqual(END);
      }),
    );
  });

  it('leaves an error of Postgres to the client, which ends the stream with it', async () => {
    const { stream, send, readByClient } = begun();
    const refusal = message('E', Buffer.from('SERROR\0\0'));
    send([Buffer.concat([ANSWER, message('d', Buffer.from('one\n')), refusal])]);
    const read = buffer(stream);
    await expect.poll(readByClient).toEqual(refusal);

    stream.handleError(new Error('Refused.'));

    await expect(read).rejects.toThrow('Refused.');
  });

  it('reads no further than its reader', async () => {
    const { stream, send, socket } = begun();
    send([ANSWER, ...Array.from({ length: 10 }, () => message('d', Buffer.alloc(60_000))), END]);
    await new Promise(setImmediate);

    expect(socket.isPaused()).toBe(true);
    expect((await buffer(stream)).length).toBe(600_000);
  });

  it('knows the number of rows when the client has read the end', () => {
    const { stream } = begun();
    stream.handleCommandComplete({ text: 'COPY 1200345' });
    expect(stream.rowCount).toBe(1_200_345);
  });
});

/** A stream whose statement has been sent on a connection that is a pipe. */
function begun() {
  const socket = new PassThrough({ highWaterMark: 1 << 24 });
  const forClient: Buffer[] = [];
  socket.on('data', (block: Buffer) => forClient.push(block));
  const stream = new CopyOutStream('copy …');
  stream.submit({ stream: socket, query: () => undefined } as unknown as Connection);
  const send = (blocks: readonly Buffer[]) => blocks.forEach((block) => socket.write(block));
  return { stream, socket, send, readByClient: () => Buffer.concat(forClient) };
}

/** Blocks of their own memory, as a socket has them, of these sizes in turn. */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length]!;
    blocks.push(Buffer.from(bytes.subarray(at, at + size)));
    at += size;
  }
  return blocks;
}
