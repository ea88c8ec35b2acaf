import { REPORTED_DAYS } from '../../db/installation/set-back.ts';
import type { Sides } from '../../jobs/installation/sides.ts';
import { isoSeconds } from '../../jobs/jobs-in-temporal.ts';
import { findLostJobs } from '../../jobs/lost-jobs.ts';
import { ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** Whether the database went back, and how many jobs it lost. */
export async function checkLostJobs({ client, pool }: Sides): Promise<Finding[]> {
  const found = await findLostJobs(client, pool);
  if (found === null)
    return [
      ok('lost jobs', `The database has not gone back in the last ${REPORTED_DAYS} days, as far as it can know.`),
    ];
  const { setBack, jobs, command } = found;
  const when = `The database went back, which was noticed at ${isoSeconds(setBack.at)}`;
  if (jobs.length === 0) return [ok('lost jobs', `${when}: it has lost no job.`)];
  return [warning('lost jobs', `${when}: Temporal knows ${jobs.length} jobs that it has lost.`, command)];
}
