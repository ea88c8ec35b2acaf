import { BOUNDS } from '../domain/bounds.ts';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import type { Config } from './config.ts';

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
}

/**
 * Small imports that a worker does inline at the same time. More of them only take time from each other, until their one brief attempt
 * is over before they are.
 */
export const LOCAL_ACTIVITIES = 8;

/** Records of states that a worker writes at the same time; each is a statement or two. */
export const RECORDS = 8;

/** Connections of a worker for which no slot of a task waits. */
const SPARE_OF_WORKER = 4;

/** Connections of an API that are left for others when one organization uses as many as it may. */
const SPARE_OF_API = 8;

/** Connections of costly reads of all organizations: the full share of three. */
export const READ_CONNECTIONS = 3 * BOUNDS.concurrentReads.max;

/** The pools of an API. */
export function apiPools({ callsPerOrganization }: Pick<Config, 'callsPerOrganization'>): ApiPools {
  return {
    calls: callsPerOrganization + SPARE_OF_API,
    reads: READ_CONNECTIONS,
    service: { db: 10, pool: 4 },
  };
}

/** The pools of a worker. */
export function workerPools({ workerConcurrency }: Pick<Config, 'workerConcurrency'>): WorkerPools {
  return {
    tasks: workerConcurrency + EXTENSION_BOUNDS.smallTasksPerWorker.max + SPARE_OF_WORKER,
    brief: LOCAL_ACTIVITIES + RECORDS,
  };
}

/** Connections that one API opens at most, and one worker. */
export function connectionsOf(config: Config): { readonly api: number; readonly worker: number } {
  const { calls, reads, service } = apiPools(config);
  const { tasks, brief } = workerPools(config);
  return { api: 2 * calls + reads + service.db + service.pool, worker: tasks + brief };
}
