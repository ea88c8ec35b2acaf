import type { KnownJob, TemporalClient } from '../../engine/jobs/temporal-client.ts';
import { installationNames } from '../../workflows/names.ts';

/** A client for tests without Temporal, in a namespace without search attributes; `parts` are the members that a test needs. */
export function standInClient(parts: object): TemporalClient {
  const operatorService = { listSearchAttributes: () => Promise.resolve({ customAttributes: {} }) };
  const client: Record<string, unknown> & { workflow?: { getHandle(workflowId: string): object } } = {
    names: installationNames('sluice', ''),
    epoch: () => Promise.resolve(null),
    options: { namespace: 'default' },
    connection: { operatorService },
    withDeadline: (_: number, call: () => Promise<unknown>) => call(),
    withAbortSignal: (_: AbortSignal, call: () => Promise<unknown>) => call(),
    asJob: ({ workflowId }: KnownJob, call: (handle: object | undefined) => Promise<unknown>) =>
      call(client.workflow?.getHandle(workflowId)),
    withJobKey: (_: string | null, call: () => Promise<unknown>) => call(),
    ...parts,
  };
  return client as unknown as TemporalClient;
}
