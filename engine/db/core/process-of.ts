import type { ClientBase } from 'pg';

/**
 * Returns the id of the Postgres backend of a connection, as Postgres reported it. What the driver knows is another number behind a
 * pooler, which invents its own.
 * @throws when the session was not opened by `openSession`
 */
export function processOf(client: ClientBase): number {
  const process = processes.get(client);
  if (process === undefined) throw new Error('The session of this connection has not been opened.');
  return process;
}

/** Notes what `processOf` answers. */
export function noteProcess(client: ClientBase, process: number): void {
  processes.set(client, process);
}

const processes = new WeakMap<ClientBase, number>();
