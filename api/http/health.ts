import type { FastifyInstance } from 'fastify';
import { completesWithin, withTimeout } from '../../engine/platform/timeouts.ts';
import { pingPool } from '../../engine/db/core/ping.ts';

/** State of each dependency. Contains no addresses. */
export interface Parts {
  readonly postgres: { readonly state: 'up' | 'down' };
  readonly temporal: { readonly state: 'up' | 'down' };
  /** unknown: Temporal, which would tell, is down. */
  readonly workers: { readonly state: 'up' | 'none' | 'unknown'; readonly count: number | null };
  /** not_configured: caches are kept in each process. */
  readonly redis: { readonly state: 'up' | 'down' | 'not_configured' };
  readonly mail: { readonly state: MailState };
}

/** State of the mail server. not_configured: messages are written to a folder; unknown: it has not greeted yet, and has time to. */
export type MailState = 'up' | 'down' | 'unknown' | 'not_configured';

/** Milliseconds after which a part that does not answer counts as down; asking Temporal has a limit of its own. */
export const ANSWER_MS = 2_000;

/** Asks every part. Never rejects, and takes no longer than a few seconds. */
export async function checkParts(app: FastifyInstance): Promise<Parts> {
  const [postgres, taskQueues, redis, mail] = await Promise.all([
    completesWithin(ANSWER_MS, () => pingPool(app.service.pool).then(app.service.pingCallPools)),
    app.jobs.taskQueues(),
    app.cache.state(),
    app.mailState(),
  ]);
  const workers = taskQueues?.workers ?? null;
  return {
    postgres: { state: postgres ? 'up' : 'down' },
    temporal: { state: taskQueues === null ? 'down' : 'up' },
    workers: { state: workers === null ? 'unknown' : workers === 0 ? 'none' : 'up', count: workers },
    redis: { state: redis },
    mail: { state: mail },
  };
}

/** right: this version works with the database; wrong: it cannot, for the reason; unknown: Postgres does not answer. */
export interface SchemaState {
  readonly state: 'right' | 'wrong' | 'unknown';
  readonly reason: string | null;
}

/** Reads whether this version can work with the database. Never rejects, and takes two seconds at most. */
export async function checkSchema({ readDatabaseFault }: FastifyInstance): Promise<SchemaState> {
  try {
    const reason = await withTimeout(ANSWER_MS, readDatabaseFault());
    return { state: reason === null ? 'right' : 'wrong', reason };
  } catch {
    return { state: 'unknown', reason: null };
  }
}

/** State of the file store. */
export interface FilesState {
  readonly state: 'up' | 'down';
}

/** Reads whether the file store is there and answers, by a call that changes nothing. Never rejects, and takes two seconds at most. */
export async function reachFiles({ fileProbes }: FastifyInstance): Promise<FilesState> {
  return { state: (await fileProbes.reach()) ? 'up' : 'down' };
}

/** Tries whether a file can be stored and removed. Never rejects, and takes two seconds at most. */
export async function checkFiles({ fileProbes }: FastifyInstance): Promise<FilesState> {
  return { state: (await fileProbes.write()) ? 'up' : 'down' };
}
