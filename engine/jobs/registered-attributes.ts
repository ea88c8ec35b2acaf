import { isGrpcServiceError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { SearchAttributePair } from '@temporalio/common';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

/** The type of a registered search attribute; `OTHER` is any type that jobs do not use. */
export type RegisteredType = 'KEYWORD' | 'INT' | 'OTHER';

/** The custom search attributes of a namespace by name. */
export type RegisteredAttributes = ReadonlyMap<string, RegisteredType>;

/**
 * Reads which search attributes the namespace of a client has; empty where the client may not list them. The answer is
 * cached: while a search attribute of jobs is missing for half a minute, else until it is forgotten. `now` in milliseconds.
 * @throws whatever the client throws when the service cannot be reached
 */
export async function readRegisteredAttributes(
  client: Client,
  now: number = Date.now(),
): Promise<RegisteredAttributes> {
  const known = cache.get(client);
  if (known !== undefined && (isComplete(known.attributes) || now - known.readAt < EXPIRY_MS)) {
    return known.attributes;
  }
  const attributes = await list(client);
  cache.set(client, { attributes, readAt: now });
  return attributes;
}

/** Makes the next read list the attributes again. */
export function forgetRegisteredAttributes(client: Client): void {
  cache.delete(client);
}

/** Whether jobs show their state, health and cause as search attributes: all three or none. */
export function haveJobHealth(registered: RegisteredAttributes): boolean {
  return JOB_ATTRIBUTES.every((name) => registered.get(name) === 'KEYWORD');
}

/** Whether jobs can use an attribute as it is registered. */
export function isUsable(name: string, registered: RegisteredAttributes): boolean {
  const type = registered.get(name);
  return type === 'KEYWORD' || (type === 'INT' && !JOB_ATTRIBUTES.includes(name));
}

/** The search attribute of an id in the type in which it is registered; empty when it is not. */
export function idAttribute(name: string, id: number, registered: RegisteredAttributes): SearchAttributePair[] {
  const type = registered.get(name);
  if (type === 'KEYWORD') return [{ key: { name, type }, value: String(id) }];
  return type === 'INT' ? [{ key: { name, type }, value: id }] : [];
}

/** The gRPC status code of an error or of its cause; undefined when it has none. */
export function grpcCodeOf(error: unknown): number | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (isGrpcServiceError(each)) return each.code;
  return undefined;
}

/** The names that are sent together or not at all: a workflow that was started with one updates all of them. */
export const JOB_ATTRIBUTES: readonly string[] = [
  SEARCH_ATTRIBUTES.jobState.name,
  SEARCH_ATTRIBUTES.jobHealth.name,
  SEARCH_ATTRIBUTES.stuckCause.name,
];

const EXPIRY_MS = 30_000;
const cache = new WeakMap<Client, { readonly attributes: RegisteredAttributes; readonly readAt: number }>();

function isComplete(registered: RegisteredAttributes): boolean {
  return Object.values(SEARCH_ATTRIBUTES).every(({ name }) => isUsable(name, registered));
}

/** Numbers of temporal.api.enums.v1.IndexedValueType. */
const TYPES: ReadonlyMap<number, RegisteredType> = new Map([
  [2, 'KEYWORD'],
  [3, 'INT'],
]);

/** gRPC codes of a service that does not offer the call, or not to this client. */
const REFUSALS: readonly (number | undefined)[] = [7, 12];

async function list({ connection, options: { namespace } }: Client): Promise<RegisteredAttributes> {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    return new Map(Object.entries(customAttributes).map(([name, type]) => [name, TYPES.get(type) ?? 'OTHER']));
  } catch (error) {
    if (REFUSALS.includes(grpcCodeOf(error))) return new Map();
    throw error;
  }
}
