import type { DatabasePool } from 'slonik';
import { findOpenJobs } from '../../db/jobs/operator.ts';
import type { OperatorJob } from '../../db/jobs/operator.ts';
import { readWebhookHealth } from '../../db/webhooks/health.ts';
import { JOB_KINDS, withPrefix } from '../../job-kinds/index.ts';
import { jobName } from '../../jobs/job-name.ts';
import { readJobHealths } from '../../jobs/jobs-in-temporal.ts';
import type { JobHealth } from '../../jobs/jobs-in-temporal.ts';
import type { TemporalClient } from '../../jobs/temporal-client.ts';
import { ok, warning, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** An unfinished job, or a failed one that can be restarted. */
export interface OpenJob {
  readonly job: OperatorJob;
  /** Null for a failed job, and while Temporal does not answer. */
  readonly health: JobHealth | null;
}

/** Reads the open jobs with their health; without a client of Temporal no health is known. @throws whatever the servers throw */
export async function readOpenJobs(
  db: DatabasePool,
  client: TemporalClient | null,
  workflowIdPrefix: string,
): Promise<readonly OpenJob[]> {
  const every = { kind: null, state: null, organizationId: null, mailingListId: null };
  const jobs = await findOpenJobs(db, withPrefix(JOB_KINDS, workflowIdPrefix), every);
  const healths = client === null ? null : await readJobHealths(client);
  return jobs.map((job) => ({
    job,
    health: healths === null || job.endedAt !== null ? null : (healths.get(job.workflowId) ?? HEALTHY),
  }));
}

/** A line for each job that is stuck or stalled, of the first of them, and the numbers of all. */
export function checkJobs(open: readonly OpenJob[]): Finding[] {
  const unhealthy = open.filter(({ health }) => health !== null && health.health !== 'ok');
  const failed = open.filter(({ job }) => job.endedAt !== null);
  const summary = `${open.length - failed.length} are unfinished, ${unhealthy.length} of them stuck or stalled; ${failed.length} failed and can be restarted.`;
  return [
    ok('jobs', summary),
    ...unhealthy.slice(0, LISTED).map(findingOf),
    ...(unhealthy.length > LISTED
      ? [warning('jobs', `${unhealthy.length - LISTED} more are stuck or stalled.`, 'npx sluice jobs')]
      : []),
  ];
}

/** Webhook endpoints that the service has disabled, and events that wait although their receivers answer. */
export async function checkWebhooks(db: DatabasePool): Promise<Finding[]> {
  const { ok: healthy, failing, disabled, ageSeconds } = await readWebhookHealth(db);
  const text = `Endpoints: ${healthy} ok, ${failing} failing, ${disabled} disabled by the service.`;
  if (ageSeconds <= WAIT_SECONDS) return [ok('webhooks', text)];
  const waiting = `Events have waited for ${Math.round(ageSeconds)} s although their receivers answer.`;
  return [ok('webhooks', text), warning('webhooks', waiting, 'npx sluice jobs')];
}

const HEALTHY: JobHealth = { health: 'ok', cause: null };
const LISTED = 20;
const WAIT_SECONDS = 300;

function findingOf({ job, health }: OpenJob): Finding {
  const name = shownJob(job.workflowId);
  const show = `npx sluice job ${name}`;
  if (health?.health === 'stalled') return wrong('jobs', `Job ${name} is stalled: it needs an operator.`, show);
  return warning('jobs', `Job ${name} is stuck (${causeOf(health)}).`, show);
}

/** A job by its name on the command line, if the id of its workflow has the form of ours: a session may call itself anything. */
export function shownJob(workflowId: string): string {
  const name = jobName(workflowId);
  return /^(?:[a-z-]{1,30}\/)?\d+$/.test(name) ? name : 'unknown';
}

/** The cause if it has the form of ours: an attribute is what some worker wrote. */
export function causeOf(health: JobHealth | null): string {
  const cause = health?.cause ?? '';
  return /^[a-z_]{1,40}$/.test(cause) ? cause : 'unknown cause';
}
