import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { findJobOfKind } from '../../../engine/db/jobs/operator.ts';
import { JOB_KINDS, withPrefix } from '../../../engine/job-kinds/index.ts';
import { remedyAction } from '../../../engine/jobs/remedy-action.ts';
import type { JobsReport } from '../../../engine/jobs/watch/jobs-report.ts';
import { coalesce } from '../../http/coalesce.ts';
import { success } from '../../http/envelope.ts';
import { checkFiles, checkParts } from '../../http/health.ts';
import { requireSystemAdmin } from '../../http/reach.ts';
import { whole } from '../../http/record-values.ts';
import { described } from '../../openapi/operation.ts';
import { jobsReportExample } from '../../subscriber-imports/examples.ts';
import { diagnosisRecord } from '../inspection.ts';

const part = z.object({ state: z.string() });

const jobsReportRecord = z
  .object({
    parts: z.object({
      postgres: part,
      temporal: part,
      workers: part.extend({ count: whole.nullable() }),
      redis: part,
      files: part,
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
        dry_run: z.boolean().nullable().describe('Null for jobs that are no subscriber imports.'),
        state: z.string(),
        health: z.enum(['stuck', 'stalled']),
        diagnosis: diagnosisRecord,
      }),
    ),
  })
  .meta({ id: 'JobsReport', examples: [jobsReportExample] });

/** What the service is made of, and the jobs of all organizations that do not go on. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  const report = coalesce(async () => {
    const [parts, files, jobs] = await Promise.all([checkParts(app), checkFiles(app), app.jobs.report()]);
    return {
      parts: { ...parts, files },
      running: jobs?.running ?? null,
      unchecked: jobs?.unchecked ?? null,
      unhealthy: await unhealthyOf(jobs?.stuckOrStalled ?? []),
    };
  });

  app.get(
    '/jobs/report',
    described('getJobsReport', {
      tag: 'Extensions',
      summary: 'Shows the health of the service, and the jobs of all organizations that are stuck or stalled.',
      isForSystemAdmins: true,
      answer: jobsReportRecord,
    }),
    async (request) => {
      requireSystemAdmin(request.caller);
      return success(await report());
    },
  );

  /** The rows of the jobs; none while Postgres, which may be what they wait for, does not answer. */
  async function unhealthyOf(found: JobsReport['stuckOrStalled']) {
    const kinds = withPrefix(JOB_KINDS, app.config.workflowIdPrefix);
    const rendered = [];
    // One after the other: the report, which all who ask for it share, takes one connection of the service.
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
        health: STALLED.has(diagnosis.cause) ? 'stalled' : 'stuck',
        diagnosis: { ...diagnosis, action: remedyAction(diagnosis.cause) },
      });
    }
    return rendered;
  }

  done();
}

/** Causes that wait for a command of an operator. */
const STALLED: ReadonlySet<string> = new Set(['poison_chunk', 'refused_work']);
