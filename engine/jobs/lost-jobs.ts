import type { Logger } from 'pino';
import type { Queryable } from '../db/core/connections.ts';
import { readSetBack } from '../db/installation/set-back.ts';
import type { SetBack } from '../db/installation/set-back.ts';
import { JOB_KINDS } from '../job-kinds/index.ts';
import { findJobsWithoutRow } from './lost-rows.ts';
import type { JobWithoutRow } from './lost-rows.ts';
import type { TemporalClient } from './temporal-client.ts';

/** The jobs that the database lost when it went back last. */
export interface LostJobs {
  readonly setBack: SetBack;
  readonly jobs: readonly JobWithoutRow[];
  /** The command that lists them. */
  readonly command: string;
}

/** Finds them; null when the database has not gone back in the last seven days. */
export async function findLostJobs(client: TemporalClient, db: Queryable): Promise<LostJobs | null> {
  const setBack = await readLastSetBack(db);
  if (setBack === null) return null;
  const hours = Math.ceil((setBack.agoMs + setBack.at.getTime() - setBack.since.getTime()) / HOUR_MS);
  const command = `npx sluice reconcile${hours > DEFAULT_HOURS ? ` --since ${hours}` : ''}`;
  return { setBack, jobs: await findJobsWithoutRow(client, db, setBack.since), command };
}

/** The hours that `sluice reconcile` looks back unless told otherwise. */
export const DEFAULT_HOURS = 24;
const HOUR_MS = 3_600_000;

/** When the database went back; null when it has not in the last seven days. */
function readLastSetBack(db: Queryable): Promise<SetBack | null> {
  return readSetBack(
    db,
    JOB_KINDS.filter(({ jobRows }) => jobRows.mayBeDeleted !== true).map(({ jobRows }) => jobRows),
  );
}

/** What a process reports with. */
export interface ReportDeps {
  readonly client: TemporalClient;
  readonly pool: Queryable;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Logs, once in each process and epoch, how many jobs Temporal knows that a database which went back has lost: at the start, and when it
 * goes back later. @returns a function that stops these checks
 */
export function reportLostJobs({ client, pool, log }: ReportDeps): () => Promise<void> {
  let reported: string | null = null;
  let abort = new AbortController();
  const check = async () => {
    const setBack = await readLastSetBack(pool);
    if (setBack === null || setBack.epoch === reported) return;
    const found = await findLostJobs(client, pool);
    if (found === null) return;
    reported = found.setBack.epoch;
    const facts = { epoch: reported, wentBackAt: found.setBack.at, lostJobs: found.jobs.length };
    if (found.jobs.length === 0) return log.info(facts, 'the database went back, and has lost no job');
    log.warn(
      { ...facts, organizations: organizationsOf(found.jobs).length },
      `the database went back: Temporal knows ${found.jobs.length} jobs that it has lost; ${found.command} lists them`,
    );
  };
  let last = Promise.resolve();
  let isChecking = false;
  const start = () => {
    if (isChecking) return;
    isChecking = true;
    // A signal retains every call that was made with it, so each check has its own.
    abort = new AbortController();
    last = client
      .withAbortSignal(abort.signal, () => client.withDeadline(Date.now() + CHECK_LIMIT_MS, check))
      // Postgres or Temporal is away; the next check may find it back.
      .catch(() => undefined)
      .finally(() => (isChecking = false));
  };
  start();
  const timer = setInterval(start, CHECK_MS).unref();
  return () => {
    clearInterval(timer);
    abort.abort();
    // To close a connection under an open call would end the process.
    return last;
  };
}

const CHECK_MS = 15_000;
const CHECK_LIMIT_MS = 60_000;

/** The ids of the organizations that have lost jobs, ascending. */
function organizationsOf(jobs: readonly JobWithoutRow[]): readonly number[] {
  const ids = jobs.map(({ organizationId }) => organizationId).filter((id) => id !== null);
  return [...new Set(ids)].sort((one, other) => one - other);
}
