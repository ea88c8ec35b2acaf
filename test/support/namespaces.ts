import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';

/** The numbers of temporal.api.enums.v1.IndexedValueType that tests register. */
export const ATTRIBUTE_TYPES = { KEYWORD: 2, INT: 3 } as const;

/** A namespace of a running Temporal server. */
export interface TestNamespace {
  readonly client: Client;
  /** Reads the types of its custom search attributes by name. */
  readonly attributes: () => Promise<Readonly<Record<string, number>>>;
}

/** Creates a namespace with search attributes, by name and type. */
export async function createNamespace(
  address: string,
  namespace: string,
  searchAttributes: Readonly<Record<string, number>> = {},
): Promise<TestNamespace> {
  const connection = await Connection.connect({ address });
  const { workflowService, operatorService } = connection;
  await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: { seconds: DAY as never } });
  const client = new Client({ connection, namespace });
  await untilServed(client);
  if (Object.keys(searchAttributes).length > 0) {
    await operatorService.addSearchAttributes({ namespace, searchAttributes });
  }
  return {
    client,
    attributes: async () => (await operatorService.listSearchAttributes({ namespace })).customAttributes,
  };
}

const DAY = 86_400;
const PATIENCE_MS = 60_000;

/** The server learns of a namespace within some seconds. */
async function untilServed(client: Client): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await client.workflow.count();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}
