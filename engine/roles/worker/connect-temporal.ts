import { Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { TemporalClient } from '../../jobs/temporal-client.ts';
import { temporalClientOptions, temporalConnectionOptions } from '../../jobs/temporal.ts';
import { clientThroughLink, openLink, workerThroughLink } from '../../jobs/through-link.ts';
import type { WatchedLink } from '../../jobs/watched-link.ts';
import type { Config } from '../../platform/config.ts';

/** Settings of a worker that has the addresses of both servers. */
export type WorkerConfig = Config & { readonly databaseUrl: string; readonly temporalAddress: string };

/** The links of a worker to Temporal, one of its polls and one of its client; null where TEMPORAL_LINK switches them off. */
export interface WorkerLinks {
  readonly polls: WatchedLink | null;
  readonly calls: WatchedLink | null;
  close(): Promise<void>;
}

/** Opens them. */
export async function openWorkerLinks(config: WorkerConfig, log: Logger): Promise<WorkerLinks> {
  const polls = await openLink(config, config.temporalAddress, log);
  const calls = await openLink(config, config.temporalAddress, log);
  return {
    ...{ polls, calls },
    close: async () => {
      await Promise.all([polls, calls].map(async (link) => link?.close()));
    },
  };
}

/** Time after which a call that only looks whether Temporal answers is given up. */
const ANSWER_MS = 5_000;

/** Connects the polls of a worker, through their link. */
export async function connectPolls(config: WorkerConfig, { polls }: WorkerLinks): Promise<NativeConnection> {
  const options = temporalConnectionOptions(config, config.temporalAddress);
  const connection = await NativeConnection.connect(workerThroughLink(options, polls));
  polls?.watch(() =>
    connection.withDeadline(Date.now() + ANSWER_MS, () => connection.workflowService.getSystemInfo({})),
  );
  return connection;
}

/** Connects the client of a worker, through its link. @param epoch the epoch of the database, for the jobs that it starts */
export async function connectClient(
  config: WorkerConfig,
  { calls }: WorkerLinks,
  { epoch, log }: { readonly epoch: () => Promise<string | null>; readonly log: Logger },
): Promise<TemporalClient> {
  const options = clientThroughLink(temporalClientOptions(config, config.temporalAddress), calls, log);
  return new TemporalClient(config, { connection: await Connection.connect(options) }, epoch);
}
