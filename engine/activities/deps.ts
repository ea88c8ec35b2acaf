import type { Logger } from 'pino';
import type { Pool } from 'pg';
import type { RangeThreads } from '../csv/range-threads.ts';
import type { UnpackThreads } from '../workbooks/unpack-threads.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import type { Config, LogLimits } from '../platform/config.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Uploads } from '../files/uploads.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { NameSenders } from './name-senders.ts';
import type { SliceSize } from './subscriber-import/slice-size.ts';
import type { CallEndpoints } from './webhook-endpoint/call-endpoints.ts';
import type { CountEnd } from '../metrics/ended-jobs.ts';
import type { TemporalClient } from '../jobs/temporal-client.ts';

/** The pools, stores, threads and settings that activities work with; opened once, by roles/worker/open-deps.ts. */
export interface ActivityDeps {
  readonly pool: Pool;
  readonly files: FileStore;
  readonly rangeThreads: RangeThreads;
  readonly unpackThreads: UnpackThreads;
  /** Slots of the merges of large imports, in chunks; organizations have turns. */
  readonly mergeSlots: FairQueue;
  /** Slots of the imports that are done inline; organizations have turns. */
  readonly inlineSlots: FairQueue;
  /** Milliseconds for the work on an inline import in its slot. */
  readonly inlineMs: number;
  /** Returns the slice size of an import: the number of rows of a chunk that are merged in one transaction. */
  readonly sliceSizeOf: (importId: number) => SliceSize;
  /** Creates the sizes of the transactions of a task that looks through a list. */
  readonly createListSliceSize: () => SliceSize;
  readonly uploads: Uploads;
  /** Bytes of an upload over the API when it is unpacked. */
  readonly uploadBytes: number;
  /** Bytes of all stored sources of one organization. */
  readonly importSourcesBytes: number;
  readonly logLimits: LogLimits;
  /** Imports keep before-images, by which they can be undone. */
  readonly importUndo: boolean;
  readonly allowPrivateUrls: boolean;
  readonly rangeBytes: number;
  readonly chunkRows: number;
  /** Rows for each index of a chunk's staged keys (index-large-chunk.ts). */
  readonly rowsPerIndex: number;
  /** Bytes a second that a server has to send of a download; 0: any speed. */
  readonly minBytesPerSecond: number;
  /** Maximum number of imports of one organization that may be under way, and of those that may download. */
  readonly importsPerOrganization: number;
  readonly downloadsPerOrganization: number;
  /** The fate of jobs that had begun and that Temporal no longer knows. */
  readonly lostJobs: Config['lostJobs'];
  /** Milliseconds for which a webhook endpoint may fail before it is disabled. */
  readonly webhookRetryForMs: number;
  /** Announces events to the workflows of their webhook endpoints. */
  readonly callEndpoints: CallEndpoints;
  /** Names the clients of Temporal that sent commands. */
  readonly nameSenders: NameSenders;
  /** Counts jobs that have ended, in the metrics. */
  readonly countEnd: CountEnd;
  /** Opens the secrets of webhook endpoints. */
  readonly secrets: SecretBox;
  readonly log: Logger;
}

/** The same for activities that start other jobs or send them commands. */
export interface ClientDeps extends ActivityDeps {
  readonly client: TemporalClient;
}

/** Names the one mailing list an activity works on. */
export interface ListReference {
  readonly mailingListId: number;
}

/** Names the one import an activity works on. */
export interface ImportReference {
  readonly importId: number;
}

/** Names one task of an import: a range to stage or a chunk to merge. */
export interface TaskReference extends ImportReference {
  readonly number: number;
  /** It does not wait for tasks of large imports; absent where that is not known. */
  readonly goesWithSmall?: boolean;
}

/** Several tasks of an import, done one after the other. */
export interface TaskGroup extends ImportReference {
  readonly numbers: readonly number[];
  readonly goesWithSmall?: boolean;
}

/** A group of tasks whose failed records are guarded: how many may fail in all; absent: any number. */
export interface LimitedTaskGroup extends TaskGroup {
  readonly maxFailed?: number;
}

/** A task of an import whose failed records are guarded: how many may fail in all; absent: any number. */
export interface LimitedTask extends TaskReference {
  readonly maxFailed?: number;
}

/** A task that an operator skips; the reason goes to the failed log. */
export interface SkippedTask extends TaskReference {
  readonly reason: string;
}
