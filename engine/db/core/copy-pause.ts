import type { ClientBase } from 'pg';

/** Whether a COPY FROM STDIN of the connection waits for rows that its caller has not given yet, so that Postgres rightly waits, too. */
export function waitsForCaller(client: ClientBase): boolean {
  return waiting.has(client);
}

/** Notes what `waitsForCaller` returns. */
export function noteWaitsForCaller(client: ClientBase, waits: boolean): void {
  if (waits) waiting.add(client);
  else waiting.delete(client);
}

const waiting = new WeakSet<ClientBase>();
