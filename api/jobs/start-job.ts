import type { FastifyRequest } from 'fastify';
import { noteJobStarted } from '../../engine/db/jobs/new-jobs.ts';
import type { JobKind } from '../../engine/job-kinds/job-kind.ts';
import type { JobStart } from '../../engine/jobs/start-job.ts';

/**
 * Starts the workflow of a job and notes that it runs. If Temporal cannot be reached, maintenance starts it within a minute.
 * @returns whether it was started
 */
export async function startJob(
  { server: app, db }: Pick<FastifyRequest, 'server' | 'db'>,
  { jobRows }: Pick<JobKind, 'jobRows'>,
  { id, start }: { readonly id: number; readonly start: JobStart },
): Promise<boolean> {
  if (!(await app.jobs.start(start))) return false;
  await noteJobStarted(db, jobRows, id);
  return true;
}
