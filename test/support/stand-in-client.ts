import type { TemporalClient } from '../../engine/jobs/temporal-client.ts';
import { installationNames } from '../../workflows/names.ts';

/** A client for tests without Temporal, in a namespace without search attributes; `parts` are the members that a test needs. */
export function standInClient(parts: object): TemporalClient {
  const operatorService = { listSearchAttributes: () => Promise.resolve({ customAttributes: {} }) };
  const client = {
    names: installationNames('sluice', ''),
    options: { namespace: 'default' },
    connection: { operatorService },
    withDeadline: (_: number, call: () => Promise<unknown>) => call(),
    ...parts,
  };
  return client as unknown as TemporalClient;
}
