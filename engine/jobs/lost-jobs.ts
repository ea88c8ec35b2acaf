import type { Logger } from 'pino';
import type { Queryable } from '../db/core/connections.ts';
import { readSetBack } from '../db/installation/set-back.ts';
import type { SetBack } from '../db/installation/set-back.ts';
import { JOB_KINDS } from '../job-kinds/index.ts';
import { findJobsWithoutRow } from './lost-rows.ts';
import type { JobWithoutRow } from './lost-rows.ts';
import { checkRegularly } from './regular-checks.ts';
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
  return setBack === null ? null : lostJobsOf(client, db, setBack);
}

/** Finds the jobs that it lost then. */
export async function lostJobsOf(client: TemporalClient, db: Queryable, setBack: SetBack): Promise<LostJobs> {
  const hours = Math.ceil((setBack.agoMs + setBack.at.getTime() - setBack.since.getTime()) / HOUR_MS);
  const command = `npx sluice reconcile${hours > DEFAULT_HOURS ? ` --since ${hours}` : ''}`;
  return { setBack, jobs: await findJobsWithoutRow(client, db, setBack.since), command };
}

/** The hours that `sluice reconcile` looks back unless told otherwise. */
export const DEFAULT_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Reads when the database went back; null when it has not in the last seven days. */
export function readLastSetBack(db: Queryable): Promise<SetBack | null> {
  return readSetBack(
    db,
    JOB_KINDS.filter(({ jobRows }) => jobRows.mayBeDeleted !== true).map(({ jobRows }) => jobRows),
  );
}

/** Dependencies of the report. */
export interface ReportDeps {
  readonly client: TemporalClient;
  readonly pool: Queryable;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** The reports of a process. */
export interface LostJobsReport {
  /** The number of jobs that a database which went back has lost; null before the first look. */
  readonly lostJobs: () => number | null;
  /** Stops the looks. */
  readonly stop: () => Promise<void>;
}

/**
 * Counts how many jobs Temporal knows that a database which went back has lost, and logs it, once in each process and epoch: at the start, and when it
 * goes back later.
 */
export function reportLostJobs({ client, pool, log }: ReportDeps): LostJobsReport {
  let reported: string | null = null;
  let lostJobs: number | null = null;
  const check = async () => {
    const setBack = await readLastSetBack(pool);
    if (setBack === null) return void (lostJobs = 0);
    if (setBack.epoch === reported) return;
    const { jobs, command } = await lostJobsOf(client, pool, setBack);
    reported = setBack.epoch;
    lostJobs = jobs.length;
    const facts = { epoch: reported, wentBackAt: setBack.at, lostJobs };
    if (lostJobs === 0) return log.info(facts, 'the database went back, and has lost no job');
    log.warn(
      { ...facts, organizations: organizationsOf(jobs) },
      `the database went back: Temporal knows ${lostJobs} jobs that it has lost; ${command} lists them`,
    );
  };
  // Where Postgres or Temporal is away, the next check may find it back.
  const stop = checkRegularly(client, { check, everyMs: CHECK_MS, limitMs: CHECK_LIMIT_MS, beginsNow: true });
  return { lostJobs: () => lostJobs, stop };
}

const CHECK_MS = 15_000;
const CHECK_LIMIT_MS = 60_000;

/** The number of organizations that have lost jobs. */
function organizationsOf(jobs: readonly JobWithoutRow[]): number {
  return new Set(jobs.map(({ organizationId }) => organizationId).filter((id) => id !== null)).size;
}
