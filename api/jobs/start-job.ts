import type { FastifyRequest } from 'fastify';
import type { CallerIdentity } from '../../engine/db/accounts/caller.ts';
import { noteJobStarted } from '../../engine/db/jobs/new-jobs.ts';
import type { JobKind } from '../../engine/job-kinds/job-kind.ts';
import type { JobStart } from '../../engine/jobs/start-job.ts';

/**
 * Starts the workflow of a job, which knows who created it, and notes that it runs. If Temporal cannot be reached, maintenance starts it within a minute.
 * @returns whether it was started
 */
export async function startJob(
  { server: app, db }: Pick<FastifyRequest, 'server' | 'db'>,
  { jobRows }: Pick<JobKind, 'jobRows'>,
  { id, start, createdBy }: { readonly id: number; readonly start: JobStart; readonly createdBy?: CallerIdentity },
): Promise<boolean> {
  if (!(await app.jobs.start({ ...start, ...(createdBy && { createdBy }) }))) return false;
  await noteJobStarted(db, jobRows, id);
  return true;
}
