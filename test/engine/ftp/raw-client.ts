import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';

/** A client that says what a test has it say, and knows nothing else of FTP. */
export interface RawClient {
  readonly socket: Socket;
  /** Sends a line. @returns the last line of the reply */
  say(line: string): Promise<string>;
  /** The next reply that was not asked for. */
  next(): Promise<string>;
  /** Sends PASV. @returns the port for data */
  pasv(): Promise<number>;
  /** Ends without a word, as a client does that loses its power. */
  vanish(): void;
}

/** Connects and takes the greeting; logs in where a key is given. */
export async function connectRaw(port: number, key?: string): Promise<RawClient> {
  const socket = await connectTo(port);
  const lines = createInterface(socket);
  const replies = finalLines(lines);
  const next = async () => {
    const { value, done } = await replies.next();
    if (done === true) throw new Error('The server has ended the connection.');
    return value;
  };
  const client: RawClient = {
    socket,
    next,
    say: async (line) => {
      socket.write(`${line}\r\n`);
      return next();
    },
    pasv: async () => {
      const reply = await client.say('PASV');
      const [high = '', low = ''] = /(\d{1,3}),(\d{1,3})\)/.exec(reply)?.slice(1) ?? [];
      if (low === '') throw new Error(reply);
      return Number(high) * 256 + Number(low);
    },
    vanish: () => socket.resetAndDestroy(),
  };
  await next();
  if (key !== undefined) {
    await client.say('USER api');
    const reply = await client.say(`PASS ${key}`);
    if (!reply.startsWith('230')) throw new Error(reply);
  }
  return client;
}

/** A connection to a port of this machine; what breaks it is no error of the test. */
export async function connectTo(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function* finalLines(lines: Interface): AsyncGenerator<string, void> {
  for await (const line of lines) if (/^\d{3} /.test(line)) yield line;
}
