import type { Queryable } from '../core/connections.ts';

/** The installation of a database. */
export interface Installation {
  /** A random UUID, made by the migration. */
  readonly id: string;
  /** The namespace that runs its jobs; null before a process has connected to one. */
  readonly temporal: TemporalPlace | null;
}

/** A namespace of a Temporal server. */
export interface TemporalPlace {
  /** The id that Temporal gave the namespace; another server, or one whose data was removed, has another. */
  readonly namespaceId: string;
  readonly namespace: string;
  /** host:port */
  readonly address: string;
}

/** Reads the installation; in a transaction `forUpdate` holds back others that would change it. */
export async function readInstallation(db: Queryable, { forUpdate = false } = {}): Promise<Installation> {
  const { rows } = await db.query<Row>(
    `select id, temporal_namespace_id, temporal_namespace, temporal_address from installation ${forUpdate ? 'for update' : ''}`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The table installation has no row: restore it from a backup.');
  const { id, temporal_namespace_id: namespaceId, temporal_namespace: namespace, temporal_address: address } = row;
  return { id, temporal: namespaceId === null ? null : { namespaceId, namespace, address } };
}

/** Writes the namespace that runs the jobs of the database. */
export async function bindInstallation(
  db: Queryable,
  { namespaceId, namespace, address }: TemporalPlace,
): Promise<void> {
  await db.query('update installation set temporal_namespace_id = $1, temporal_namespace = $2, temporal_address = $3', [
    namespaceId,
    namespace,
    address,
  ]);
}

type Row = { readonly id: string } & (
  | { readonly temporal_namespace_id: string; readonly temporal_namespace: string; readonly temporal_address: string }
  | { readonly temporal_namespace_id: null; readonly temporal_namespace: null; readonly temporal_address: null }
);
