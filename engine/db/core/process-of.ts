import type { PoolClient } from 'pg';

/** The id of the process that Postgres serves a connection with, which pg knows but leaves out of its types. */
export function processOf(client: PoolClient): number {
  return (client as PoolClient & { readonly processID: number }).processID;
}
