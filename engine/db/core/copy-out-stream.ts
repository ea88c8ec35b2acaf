import { Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import type { Connection, Submittable } from 'pg';

/** Of a message of Postgres: a byte that says which, and four with the length of the rest, themselves included. */
const HEADER_BYTES = 5;
const COPY_DATA = 'd'.charCodeAt(0);
const COPY_DONE = 'c'.charCodeAt(0);
/** Types of messages before the end of a COPY: its response, rows, and settings, notices and notifications, which are skipped. */
const WITHIN_COPY: readonly number[] = [...Buffer.from('HdSNA')];

/**
 * The bytes of a COPY … TO STDOUT, in blocks as large as the socket delivers them; hand it to `client.query`. Postgres sends each row as
 * a message. Their headers are squeezed out of the socket's own block, so that a row costs no object: with pg-copy-streams, which
 * takes each row out of the block and joins them again, an export took a third more of the worker's time (measured).
 *
 * It reads the connection's socket until the COPY ends or is refused; what follows is the client's again.
 */
export class CopyOutStream extends Readable implements Submittable {
  /** Rows that Postgres has sent, once it has said so: after the last byte. */
  rowCount = 0;
  private socket: Duplex | null = null;
  private toClient: ((block: Buffer) => void) | null = null;
  /** The begin of a header whose end has not arrived. */
  private cutHeader: Buffer | null = null;
  /** Bytes of the present message that have not arrived, and whether they are data. */
  private left = 0;
  private isData = false;
  private readonly statement: string;

  constructor(statement: string) {
    super();
    this.statement = statement;
  }

  /** Called by the client when it is this statement's turn. */
  submit(connection: Connection): void {
    const socket = connection.stream;
    const [toClient, ...others] = socket.listeners('data') as ((block: Buffer) => void)[];
    if (toClient === undefined || others.length > 0) throw new Error('The connection is read by something else.');
    this.socket = socket;
    this.toClient = toClient;
    socket.off('data', toClient);
    socket.on('data', this.receive);
    connection.query(this.statement);
  }

  override _read(): void {
    this.socket?.resume();
  }

  /** Called by the client with an error of Postgres or of the connection. */
  handleError(error: Error): void {
    this.release();
    this.destroy(error);
  }

  /** Called by the client after the last byte. */
  handleCommandComplete({ text }: { readonly text?: string }): void {
    this.rowCount = Number(/^COPY (\d+)/.exec(text ?? '')?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    // The client is free again, which is all there is to do.
  }

  private readonly receive = (arrived: Buffer): void => {
    const block = this.cutHeader === null ? arrived : Buffer.concat([this.cutHeader, arrived]);
    this.cutHeader = null;
    let [read, written] = [0, 0];
    let last: number | null = null;
    while (read < block.length && last === null) {
      if (this.left > 0) {
        const end = Math.min(block.length, read + this.left);
        if (this.isData) {
          block.copyWithin(written, read, end);
          written += end - read;
        }
        this.left -= end - read;
        read = end;
      } else if (block.length - read < HEADER_BYTES) {
        this.cutHeader = block.subarray(read);
        read = block.length;
      } else {
        const code = block.readUInt8(read);
        this.isData = code === COPY_DATA;
        if (WITHIN_COPY.includes(code)) {
          this.left = block.readUInt32BE(read + 1) + 1 - HEADER_BYTES;
          read += HEADER_BYTES;
        } else {
          last = code;
        }
      }
    }
    if (written > 0 && !this.push(block.subarray(0, written))) this.socket?.pause();
    if (last === null) return;
    const toClient = this.release();
    // Whatever else ends a COPY, such as an error, the client reads and hands to handleError.
    if (last === COPY_DONE) this.push(null);
    toClient?.(block.subarray(read));
  };

  /** Gives the socket back to the client. */
  private release(): ((block: Buffer) => void) | null {
    const { socket, toClient } = this;
    if (socket === null || toClient === null) return null;
    this.socket = null;
    this.toClient = null;
    socket.off('data', this.receive);
    socket.on('data', toClient);
    socket.resume();
    return toClient;
  }
}
