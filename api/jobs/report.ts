import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { findJobOfKind } from '../../engine/db/jobs/operator.ts';
import { JOB_KINDS, withPrefix } from '../../engine/job-kinds/index.ts';
import { remedyAction } from '../../engine/jobs/remedy-action.ts';
import type { JobsReport } from '../../engine/jobs/watch/jobs-report.ts';
import { checkFiles, checkParts } from '../http/health.ts';
import { whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { jobsReportExample } from '../subscriber-imports/examples.ts';
import { diagnosisRecord } from './inspection.ts';

const part = z.object({ state: z.string() });

/** The health of the service with its unhealthy jobs, as the API shows it. */
export const jobsReportRecord = z
  .object({
    parts: z.object({
      postgres: part,
      temporal: part,
      workers: part.extend({ count: whole.nullable() }),
      redis: part,
      files: part,
      mail: part,
    }),
    running: whole.nullable().describe('Running jobs of all organizations; null while Temporal does not answer.'),
    unchecked: whole.nullable().describe('Running jobs that were not inspected: an inspection takes 50 at a time.'),
    unhealthy: z.array(
      z.object({
        ...{ job_kind: z.string(), id: whole, organization_id: whole },
        organization_name: z.string().nullable().describe('Null while Postgres does not answer.'),
        mailing_list_id: whole
          .nullable()
          .describe('Null for a job without a list, such as the delivery to a webhook endpoint.'),
        mailing_list_name: z.string().nullable(),
        dry_run: z.boolean().nullable().describe('Null for jobs other than subscriber imports.'),
        state: z.string(),
        health: z.enum(['stuck', 'stalled']),
        diagnosis: diagnosisRecord,
      }),
    ),
  })
  .meta({ id: 'JobsReport', examples: [jobsReportExample] });

/** Reads the state of the dependencies, and the stuck and stalled jobs of all organizations. */
export async function readJobsReport(app: FastifyInstance): Promise<Rendered<typeof jobsReportRecord>> {
  const [parts, files] = await Promise.all([checkParts(app), checkFiles(app)]);
  const jobs = await app.jobs.report();
  return {
    parts: { ...parts, files },
    running: jobs?.running ?? null,
    unchecked: jobs?.unchecked ?? null,
    unhealthy: await unhealthyOf(app, jobs?.stuckOrStalled ?? []),
  };
}

/** The rows of the jobs; none while Postgres, which may be what they wait for, does not answer. */
async function unhealthyOf(app: FastifyInstance, found: JobsReport['stuckOrStalled']) {
  const kinds = withPrefix(JOB_KINDS, app.config.workflowIdPrefix);
  const rendered = [];
  for (const { workflowId, diagnosis } of found) {
    const kind = kinds.find(({ idPrefix }) => workflowId.startsWith(`${idPrefix}/`));
    const id = Number(workflowId.split('/').at(-1));
    const job = kind === undefined ? null : await findJobOfKind(app.service.db, kind, id).catch(() => null);
    if (kind === undefined) continue;
    rendered.push({
      ...{ job_kind: kind.name, id, organization_id: job?.organizationId ?? 0 },
      organization_name: job?.organizationName ?? null,
      ...{ mailing_list_id: job?.mailingListId ?? null, mailing_list_name: job?.mailingListName ?? null },
      ...{ dry_run: job?.isDryRun ?? null, state: job?.state ?? 'unknown' },
      health: STALLED.has(diagnosis.cause) ? ('stalled' as const) : ('stuck' as const),
      diagnosis: { ...diagnosis, action: remedyAction(diagnosis.cause) },
    });
  }
  return rendered;
}

/** Causes that wait for a command of an operator. */
const STALLED: ReadonlySet<string> = new Set(['poison_chunk', 'refused_work']);
