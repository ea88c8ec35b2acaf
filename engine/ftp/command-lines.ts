import type { FtpConnection } from 'ftp-srv';
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

/** The library's connection, with the parts that its types leave out or have wrong. */
export interface ControlConnection extends Pick<FtpConnection, 'ip' | 'secure' | 'reply'> {
  /** The socket of the commands; another one once it is encrypted, whose events this first one passes on. */
  commandSocket: Socket;
  readonly commands: { handle(line: string): Promise<void> };
  close(code: number, message: string): Promise<void>;
}

const MAX_LINE_BYTES = 8_192;

/**
 * Feeds a connection whole command lines, one after the other. The library takes each packet for whole lines and answers
 * nothing when a command lacks its parameter; what came in the clear behind AUTH it would take for encrypted.
 */
export function readCommandLines(connection: ControlConnection, onAbort: () => void): void {
  const control = connection.commandSocket;
  const decoder = new StringDecoder('utf8');
  let text = '';
  let waiting: string[] = [];
  let isBusy = false;

  control.removeAllListeners('data');
  control.on('data', (chunk: Buffer) => {
    text += decoder.write(chunk);
    const lines = text.split(/\r?\n/);
    text = lines.pop() ?? '';
    if (text.length > MAX_LINE_BYTES || waiting.length + lines.length > MAX_WAITING) {
      void connection.close(500, 'Too much at once');
      return;
    }
    for (const line of lines) {
      if (isBusy && verbOf(line) === 'ABOR') onAbort();
      if (line !== '') waiting.push(line);
    }
    if (!isBusy) void work();
  });

  async function work(): Promise<void> {
    isBusy = true;
    for (let line = waiting.shift(); line !== undefined && !control.destroyed; line = waiting.shift()) {
      if (verbOf(line) === 'AUTH') {
        waiting = [];
        text = '';
      }
      await handle(line);
    }
    isBusy = false;
  }

  async function handle(line: string): Promise<void> {
    try {
      await connection.commands.handle(line);
    } catch {
      await connection.reply(501, 'The command cannot be understood.');
    }
  }
}

const MAX_WAITING = 100;

/** Clients put Telnet's interrupt signs before ABOR. */
function verbOf(line: string): string {
  return (/[a-z]{3,4}(?= |$)/i.exec(line)?.[0] ?? '').toUpperCase();
}
