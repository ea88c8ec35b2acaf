import { BOUNDS } from '../domain/bounds.ts';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import type { Config } from './config.ts';
import { ConfigurationError } from './errors.ts';

/** Connections to Postgres that the pools of an API open at most. */
export interface ApiPools {
  /** Of calls: one pool each of slonik and of pg. */
  readonly calls: number;
  /** Of costly reads. */
  readonly reads: number;
  /** Of the service itself, in the same two. */
  readonly service: { readonly db: number; readonly pool: number };
}

/** Connections to Postgres that the pools of a worker open at most. */
export interface WorkerPools {
  readonly tasks: number;
  /** Of small imports and of records of states, for which callers wait. */
  readonly brief: number;
  /** Slots for which there are connections, apart from those of WORKER_CONCURRENCY. */
  readonly slots: WorkerSlots;
}

/** Number of things that a worker does at the same time. */
export interface WorkerSlots {
  readonly smallTasks: number;
  readonly inlineImports: number;
  readonly records: number;
}

/**
 * Small imports that a worker does inline at the same time. More of them only take time from each other, until their one brief attempt
 * is over before they are.
 */
export const INLINE_IMPORTS = 8;

/** Milliseconds for the work on an inline import: all messages of its job wait for it. */
export const INLINE_MS = 1_000;

/** Workflow tasks that a worker has under way, with at most one local activity each. It is the SDK's own number. */
export const WORKFLOW_TASKS = 40;

/** Records of states that a worker writes at the same time; each is a statement or two. */
export const RECORDS = 8;

/** Connections of a worker for which no slot of a task waits. */
const SPARE_OF_WORKER = 4;

/** Connections of an API that are left for others when one organization uses as many as it may. */
const SPARE_OF_API = 8;

/** Connections of costly reads of all organizations: the full share of six. */
export const READ_CONNECTIONS = 6 * BOUNDS.concurrentReads.max;

/** The pools of an API. */
export function apiPools({ callsPerOrganization }: Pick<Config, 'callsPerOrganization'>): ApiPools {
  return {
    calls: callsPerOrganization + SPARE_OF_API,
    reads: READ_CONNECTIONS,
    service: { db: 10, pool: 4 },
  };
}

type WorkerSettings = Pick<Config, 'workerConcurrency' | 'workerConnections'>;

/** The pools of a worker: all that it can use, or with WORKER_CONNECTIONS no more than that, and fewer slots next to those of tasks. */
export function workerPools({ workerConcurrency, workerConnections }: WorkerSettings): WorkerPools {
  const left = Math.min(ALL_OTHERS, (workerConnections ?? Infinity) - workerConcurrency);
  const shareOf = (whole: number) => Math.max(LEAST_SHARE, Math.floor((left * whole) / ALL_OTHERS));
  const slots = {
    smallTasks: shareOf(EXTENSION_BOUNDS.smallTasksPerWorker.max),
    inlineImports: shareOf(INLINE_IMPORTS),
    records: shareOf(RECORDS),
  };
  return {
    tasks: workerConcurrency + slots.smallTasks + shareOf(SPARE_OF_WORKER),
    brief: slots.inlineImports + slots.records,
    slots,
  };
}

/** Connections of a worker for anything but the tasks of WORKER_CONCURRENCY, and the fewest for each of the four kinds of it. */
const ALL_OTHERS = EXTENSION_BOUNDS.smallTasksPerWorker.max + SPARE_OF_WORKER + INLINE_IMPORTS + RECORDS;
const LEAST_SHARE = 2;
const KINDS = 4;

/** @throws ConfigurationError when a worker would have more to do at the same time than it may open connections for */
export function requireWorkerConnections({ workerConcurrency, workerConnections }: WorkerSettings): void {
  const fewest = workerConcurrency + KINDS * LEAST_SHARE;
  if (workerConnections === null || workerConnections >= fewest) return;
  throw new ConfigurationError([
    `WORKER_CONNECTIONS=${workerConnections} is too few for WORKER_CONCURRENCY=${workerConcurrency}: set at least ${fewest} connections, ` +
      'or a lower concurrency.',
  ]);
}

/** Connections that one API opens at most, and one worker. */
export function connectionsOf(config: Config): { readonly api: number; readonly worker: number } {
  const { calls, reads, service } = apiPools(config);
  const { tasks, brief } = workerPools(config);
  return { api: 2 * calls + reads + service.db + service.pool, worker: tasks + brief };
}
