import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** Properties of the driver's clients that its types omit. */
interface Connected {
  readonly connection: { readonly stream: Socket };
  /** Whether no statement is under way. */
  readonly readyForQuery?: boolean;
}

/** The number of bytes that a connection has received. */
export function bytesReceived(client: ClientBase): number {
  return socketOf(client).bytesRead;
}

/** The number of bytes that a connection has received and sent, with those that wait to be sent. */
export function bytesExchanged(client: ClientBase): number {
  const { bytesRead, bytesWritten } = socketOf(client);
  return bytesRead + bytesWritten;
}

/** Whether a statement waits for its answer. */
export function isBusy(client: ClientBase): boolean {
  return (client as ClientBase & Connected).readyForQuery === false;
}

/** Ends a connection without a word to its peer; a statement that is under way fails as one of a broken connection. */
export function endConnection(client: ClientBase, reason: string): void {
  socketOf(client).destroy(new Error(`Connection terminated: ${reason}.`));
}

/** Another one after TLS has begun. */
function socketOf(client: ClientBase): Socket {
  return (client as ClientBase & Connected).connection.stream;
}
