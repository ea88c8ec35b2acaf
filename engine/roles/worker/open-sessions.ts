import type { ClientBase, Pool } from 'pg';
import { createPool } from '../../db/core/pool.ts';
import { createEpochMemory } from '../../db/installation/epoch-memory.ts';
import { followEpoch, keepEpoch } from '../../db/installation/epoch.ts';
import type { EpochReader } from '../../db/installation/epoch.ts';
import { lowerProcessPriority } from '../../platform/background-priority.ts';
import { workerPools } from '../../platform/pool-sizes.ts';
import { traceQueries } from '../../tracing/trace-queries.ts';
import type { WorkerConfig } from './connect-temporal.ts';

/** The sessions of a worker with Postgres, and the epoch that they are in. */
export interface WorkerSessions {
  readonly tasks: Pool;
  /**
   * Callers wait for small imports and for records of states: these sessions keep the priority of API calls. There are enough that
   * no record waits for a small import, whose transaction may wait for a list.
   */
  readonly brief: Pool;
  readonly epoch: EpochReader;
  end(): Promise<void>;
}

/** Opens them with the first statement that needs one. @param isTraced whether statements are spans of traces */
export function openSessions(config: WorkerConfig, { isTraced }: { readonly isTraced: boolean }): WorkerSessions {
  const sizes = workerPools(config);
  const memory = createEpochMemory();
  const options = {
    applicationName: 'sluice-worker',
    begin: (session: ClientBase) => keepEpoch(session, memory),
  };
  const tasks = createPool(config.databaseUrl, {
    ...options,
    max: sizes.tasks,
    ...(config.postgresIsBeside && { onConnect: (pid) => void lowerProcessPriority(pid) }),
  });
  const brief = createPool(config.databaseUrl, { ...options, max: sizes.brief });
  // Sessions that have begun before would have no traces.
  if (isTraced) for (const each of [tasks, brief]) traceQueries(each);
  const epoch = followEpoch(brief, memory);
  return {
    ...{ tasks, brief, epoch },
    end: async () => {
      epoch.stop();
      await Promise.all([tasks.end(), brief.end()]);
    },
  };
}
