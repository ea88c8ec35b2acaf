import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** What the driver's clients have and its types leave out. */
interface Connected {
  readonly connection: { readonly stream: Socket };
  /** Whether no statement is under way. */
  readonly readyForQuery?: boolean;
}

/** The number of bytes that a connection has received. */
export function bytesReceived(client: ClientBase): number {
  return socketOf(client).bytesRead;
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
