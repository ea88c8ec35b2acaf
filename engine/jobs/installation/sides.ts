import type { Connections } from '../../db/core/connections.ts';
import type { Installation, TemporalPlace } from '../../db/installation/installation.ts';
import type { TemporalClient } from '../temporal-client.ts';

/** The database and the namespace that a process would use together, with their addresses for messages. */
export interface Sides {
  readonly client: TemporalClient;
  readonly pool: Connections;
  readonly databaseUrl: string;
  /** host:port */
  readonly temporalAddress: string;
}

/** The identities of both sides: the ids by which they know themselves. */
export interface Identities {
  readonly installation: Installation;
  /** host:port/name */
  readonly database: string;
  readonly temporal: TemporalPlace;
}

/**
 * Reads the id of the namespace.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function readPlace({ client, temporalAddress: address }: Sides): Promise<TemporalPlace> {
  const { namespace } = client.options;
  const { namespaceInfo } = await client.workflowService.describeNamespace({ namespace });
  return { namespaceId: namespaceInfo?.id ?? '', namespace, address };
}

/** The address of a database without user, password and options. */
export function databasePlace(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host === '' ? 'localhost' : host}${pathname}`;
}
