import { isGrpcServiceError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import {
  forgetRegisteredAttributes,
  isUsable,
  JOB_ATTRIBUTES,
  readRegisteredAttributes,
} from './registered-attributes.ts';

/**
 * Registers the search attributes of jobs that the namespace lacks, one by one. One that the service refuses is a warning with
 * the command for an operator, and jobs run without it.
 * @throws whatever the client throws when the service cannot be reached
 */
export async function ensureSearchAttributes(client: Client, log: Pick<Logger, 'warn'>): Promise<void> {
  const registered = await readRegisteredAttributes(client);
  for (const { name } of Object.values(SEARCH_ATTRIBUTES)) {
    if (isUsable(name, registered)) continue;
    const refusal = registered.has(name) ? 'it has another type' : await register(client, name);
    if (refusal !== null) log.warn({ attribute: name, refusal }, warningOf(client.options.namespace, name));
  }
  forgetRegisteredAttributes(client);
}

const CALL_TIMEOUT_MS = 10_000;

/** temporal.api.enums.v1.IndexedValueType of KEYWORD. */
const KEYWORD = 2;

/** @returns null when the attribute was registered, else why it was not */
async function register(client: Client, name: string): Promise<string | null> {
  const { connection, options } = client;
  const request = { namespace: options.namespace, searchAttributes: { [name]: KEYWORD } };
  try {
    await client.withDeadline(Date.now() + CALL_TIMEOUT_MS, () =>
      connection.operatorService.addSearchAttributes(request),
    );
    return null;
  } catch (error) {
    return isGrpcServiceError(error) ? error.details : String(error);
  }
}

/** The command that registers a search attribute of jobs. */
export function registerCommand(namespace: string, name: string): string {
  return `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type Keyword`;
}

function warningOf(namespace: string, name: string): string {
  const missing = JOB_ATTRIBUTES.includes(name) ? JOB_ATTRIBUTES.join(', ') : name;
  return (
    `jobs run without the search attributes ${missing}: ${name} is not registered as Keyword. To register it: ` +
    `${registerCommand(namespace, name)} ` +
    `(Temporal Cloud: tcld namespace search-attributes add --namespace ${namespace} --sa "${name}=Keyword")`
  );
}
