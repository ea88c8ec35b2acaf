import { availableParallelism } from 'node:os';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { FAULT_TYPES } from '../../../machines/faults.ts';
import type { ClientDeps } from '../../activities/deps.ts';
import { createSenderNames } from '../../activities/name-senders.ts';
import { ROWS_PER_INDEX } from '../../activities/subscriber-import/index-large-chunk.ts';
import { createSliceSize, createSliceSizes } from '../../activities/subscriber-import/slice-size.ts';
import { createEndpointCalls } from '../../activities/webhook-endpoint/call-endpoints.ts';
import type { RangeThreads } from '../../csv/range-threads.ts';
import { openFiles } from '../../files/open-files.ts';
import { CLIENT_JOB_KINDS } from '../../job-kinds/index.ts';
import type { TemporalClient } from '../../jobs/temporal-client.ts';
import { countEndedJobs } from '../../metrics/ended-jobs.ts';
import type { Config } from '../../platform/config.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import { INLINE_MS, workerPools } from '../../platform/pool-sizes.ts';
import { openSecretBox } from '../../secrets/secret-key.ts';
import { createUnpackThreads } from '../../workbooks/unpack-threads.ts';

/** As many as one import merges at the same time; fewer would slow it down. */
const MERGES_OF_AN_IMPORT = 3;

/**
 * Returns the concurrency limit of the merges of large imports, in chunks. Postgres on this machine has no more processors than
 * the worker: with a merge in every slot, each took eight times as long, those of small imports, too. A server elsewhere may have
 * any number.
 */
export function mergesOfLargeImports(
  { postgresIsBeside, workerConcurrency }: Config,
  processors = availableParallelism(),
): number {
  return postgresIsBeside ? Math.max(MERGES_OF_AN_IMPORT, 2 * processors) : workerConcurrency;
}

/** The parts of a worker that are open by the time that its activities are made; `metrics` is null when it serves none. */
interface Opened {
  readonly pool: Pool;
  readonly client: TemporalClient;
  readonly rangeThreads: RangeThreads;
  readonly metrics: Registry | null;
  readonly log: Logger;
}

/** Dependencies of the activities of one worker, and the end of what was opened for them here. */
export interface OpenDeps extends ClientDeps {
  close(): Promise<void>;
}

/** Opens the files of a worker and its threads, and gathers what its activities work with. */
export async function openDeps(config: Config, { metrics, ...opened }: Opened): Promise<OpenDeps> {
  const { client, log, rangeThreads } = opened;
  const files = await openFiles(config);
  const { uploadBytes, importSourcesBytes, logLimits, importUndo, allowPrivateUrls, rangeBytes, chunkRows } = config;
  const { minBytesPerSecond, importsPerOrganization, downloadsPerOrganization, lostJobs, webhookRetryForMs } = config;
  return {
    ...opened,
    ...{ uploadBytes, importSourcesBytes, logLimits, importUndo, allowPrivateUrls, rangeBytes, chunkRows },
    ...{ minBytesPerSecond, importsPerOrganization, downloadsPerOrganization, lostJobs, webhookRetryForMs },
    files: files.store,
    uploads: files.uploads,
    unpackThreads: createUnpackThreads(),
    mergeSlots: createFairQueue({ slots: mergesOfLargeImports(config) }),
    inlineSlots: createFairQueue({ slots: workerPools(config).slots.inlineImports }),
    inlineMs: INLINE_MS,
    sliceSizeOf: createSliceSizes(config.mergeMs),
    createListSliceSize: () => createSliceSize(config.mergeMs),
    rowsPerIndex: ROWS_PER_INDEX,
    callEndpoints: createEndpointCalls(client, log),
    nameSenders: createSenderNames(client, log),
    countEnd:
      metrics === null ? () => undefined : countEndedJobs(metrics, { kinds: CLIENT_JOB_KINDS, faults: FAULT_TYPES }),
    secrets: await openSecretBox(config),
    close: async () => {
      await rangeThreads.close();
      files.close();
    },
  };
}
