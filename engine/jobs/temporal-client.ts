import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@temporalio/client';
import type { ClientInterceptors, ClientOptions, WorkflowClientInterceptor, WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Headers } from '@temporalio/common';
import { JOB_KEY_HEADER, installationNames } from '../../workflows/names.ts';
import type { InstallationNames } from '../../workflows/names.ts';
import type { Config } from '../platform/config.ts';
import { createPayloadCodec } from './payload-codec.ts';

/** The settings of a client. */
export type TemporalClientSettings = Pick<
  Config,
  'temporalNamespace' | 'taskQueue' | 'workflowIdPrefix' | 'payloadKeys'
>;

/** A job by its workflow and the random key of its row; null for a job of a version without keys. */
export interface JobIdentity {
  readonly workflowId: string;
  readonly jobKey: string | null;
}

/** The same; without a key: any job that has the workflow, for use while the database cannot be read. */
export interface KnownJob {
  readonly workflowId: string;
  readonly jobKey?: string | null | undefined;
}

/** A client of the namespace that has the names of this installation in it, and encrypts payloads if keys are set. */
export class TemporalClient extends Client {
  readonly names: InstallationNames;
  /** Returns the epoch of the database, which jobs are started with; null where it has none, or the client starts no jobs. */
  readonly epoch: () => Promise<string | null>;

  constructor(
    settings: TemporalClientSettings,
    options: ClientOptions,
    epoch: () => Promise<string | null> = () => Promise.resolve(null),
  ) {
    const codec = createPayloadCodec(settings.payloadKeys);
    const dataConverter = codec === null ? {} : { payloadCodecs: [codec] };
    super({ namespace: settings.temporalNamespace, dataConverter, ...options, interceptors: withKeys(options) });
    this.epoch = epoch;
    this.names = installationNames(settings.taskQueue, settings.workflowIdPrefix);
  }

  /** Calls the workflow of a job. A run of another job with the same id refuses queries and updates, and ends at a signal. */
  asJob<Result>({ workflowId, jobKey }: KnownJob, call: (handle: WorkflowHandle) => Promise<Result>): Promise<Result> {
    const handle = this.workflow.getHandle(workflowId);
    return jobKey === undefined ? call(handle) : this.withJobKey(jobKey, () => call(handle));
  }

  /** Sends the key of a job with every query, update and signal of a call. */
  withJobKey<Result>(jobKey: string | null, call: () => Promise<Result>): Promise<Result> {
    return sentKey.run(jobKey, call);
  }
}

const sentKey = new AsyncLocalStorage<string | null>();

function withKey<Input extends { readonly headers: Headers }>(input: Input): Input {
  const key = sentKey.getStore();
  if (key === undefined) return input;
  return { ...input, headers: { ...input.headers, [JOB_KEY_HEADER]: defaultPayloadConverter.toPayload(key) } };
}

/** The interceptors of a client, and the one that sends keys. */
function withKeys({ interceptors }: ClientOptions): ClientInterceptors {
  const others = interceptors?.workflow ?? [];
  return { ...interceptors, workflow: [...(Array.isArray(others) ? others : []), SEND_KEY] };
}

const SEND_KEY: WorkflowClientInterceptor = {
  query: (input, next) => next(withKey(input)),
  startUpdate: (input, next) => next(withKey(input)),
  signal: (input, next) => next(withKey(input)),
  signalWithStart: (input, next) => next(withKey(input)),
};
