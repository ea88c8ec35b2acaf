import { findNotifiedOrganizations, recordWentBack } from '../../db/webhooks/went-back-events.ts';
import type { WentBackEvent } from '../../db/webhooks/went-back-events.ts';
import { CLIENT_JOB_KINDS } from '../../job-kinds/index.ts';
import { isoSeconds } from '../../jobs/jobs-in-temporal.ts';
import { lostJobsOf, readLastSetBack } from '../../jobs/lost-jobs.ts';
import type { JobWithoutRow } from '../../jobs/lost-rows.ts';
import type { ClientDeps } from '../deps.ts';

/** Temporal's list of workflows is written a moment after their begins. */
const GRACE_MS = 60_000;
const JOBS_OF_EVENT = 100;

/**
 * Notifies each organization of the jobs that it has lost since the database went back, once: with `service.went_back` events of at most
 * a hundred jobs, for its webhook endpoints that name this type. Temporal is only searched when there is such an endpoint.
 */
export async function notifyWentBack({ pool, client, callEndpoints }: ClientDeps): Promise<void> {
  const setBack = await readLastSetBack(pool);
  if (setBack === null || setBack.isNotified || setBack.agoMs < GRACE_MS) return;
  const organizations = await findNotifiedOrganizations(pool);
  const { jobs } = organizations.size === 0 ? { jobs: [] } : await lostJobsOf(client, pool, setBack);
  const lost = new Map<number, JobWithoutRow[]>();
  for (const job of jobs) {
    if (job.organizationId === null || !organizations.has(job.organizationId)) continue;
    const known = lost.get(job.organizationId);
    if (known === undefined) lost.set(job.organizationId, [job]);
    else known.push(job);
  }
  const events = [...lost].flatMap(([organizationId, theirs]) => eventsOf(organizationId, theirs, setBack.at));
  await callEndpoints(await recordWentBack(pool, setBack.epoch, events));
}

function eventsOf(organizationId: number, jobs: readonly JobWithoutRow[], at: Date): WentBackEvent[] {
  const parts = Math.ceil(jobs.length / JOBS_OF_EVENT);
  return Array.from({ length: parts }, (_, index) => ({
    organizationId,
    data: {
      ...{ went_back_at: isoSeconds(at), total: jobs.length, part: index + 1, parts },
      jobs: jobs.slice(index * JOBS_OF_EVENT, (index + 1) * JOBS_OF_EVENT).map(dataOf),
    },
  }));
}

function dataOf({ kind, id, mailingListId, state, beganAt, endedAt, idIsTaken }: JobWithoutRow): object {
  return {
    job_type: CLIENT_JOB_KINDS.find(({ name }) => name === kind)?.listed.jobType ?? kind,
    ...{ id, mailing_list_id: mailingListId, state, began_at: beganAt, ended_at: endedAt, id_is_taken: idIsTaken },
  };
}
