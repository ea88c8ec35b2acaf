import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { findOrganization } from '../../engine/db/accounts/organizations.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { countBackgroundJobs, JOB_STATES, listBackgroundJobs } from '../../engine/db/jobs/background-jobs.ts';
import type { BackgroundJob } from '../../engine/db/jobs/background-jobs.ts';
import { findJobCreators } from '../../engine/db/jobs/job-activity.ts';
import type { JobCreator } from '../../engine/db/jobs/job-activity.ts';
import { SEES_JOBS } from '../../engine/domain/permissions.ts';
import { CLIENT_JOB_KINDS } from '../../engine/job-kinds/index.ts';
import { PAGES_OF_2000, readPage } from '../http/paging.ts';
import { queryChoices, queryText, queryTime } from '../http/query.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { instantIn } from '../http/times.ts';
import type { WrittenTime } from '../http/times.ts';
import { objectOf } from '../http/values.ts';
import { requireOrganization, timeZoneOf } from '../users/organization-lookups.ts';
import { jobEventsExample } from './examples.ts';
import { jobInspectionRecord, renderInspection, renderTasks } from './inspection.ts';
import { JOB_TYPE_NAMES, listedTypes } from './job-types.ts';
import { requireJob } from './lookups.ts';
import { OPERATOR_ACTIONS } from './operator-actions.ts';
import { backgroundJobRecord, renderBackgroundJob } from './record.ts';
import { jobsReportRecord } from './report.ts';
import type { Config } from '../../engine/platform/config.ts';

const tag = 'Extensions';

const actionResult = z
  .object({ result: z.string().describe('The result as a sentence.') })
  .meta({ id: 'JobActionResult', examples: [{ result: 'Ended the database sessions that held locks: 4711.' }] });

const watching = {
  method: 'GET',
  tag,
  description:
    'With the header Last-Event-ID a stream begins with the jobs that have ended since. After the event `reload`, read the lists of jobs again: some changes were not sent. The unfinished jobs follow.',
  files: { 'text/event-stream': jobEventsExample },
} as const;

const listing = {
  method: 'GET',
  tag: 'Background jobs',
  query: objectOf({
    state: queryChoices(JOB_STATES),
    job_type: queryChoices(JOB_TYPE_NAMES),
    begins_at__after: queryTime,
    begins_at__before: queryTime,
    finished_at__after: queryTime,
    finished_at__before: queryTime,
    search: queryText.describe(
      'Extension: the id of the job, or text in its name or in the name of its list; for the jobs of all organizations, also in the name of the organization.',
    ),
  }),
  paging: PAGES_OF_2000,
  answer: z.array(backgroundJobRecord),
} as const;

const LISTS = [
  { which: 'all', name: 'Jobs', summary: 'Lists background jobs, the latest first.' },
  { which: 'unfinished', name: 'UnfinishedJobs', summary: 'Lists unfinished background jobs, the latest first.' },
] as const;

export default [
  ...OPERATOR_ACTIONS.map(({ path, action, operationId, summary }) =>
    route({
      method: 'POST',
      path: `/jobs/:job_kind/:id/${path}` as const,
      operationId,
      tag,
      summary,
      role: 'system_admin',
      answer: actionResult,
      handle: async (request) => {
        const { server: app, caller } = request;
        const { job } = await requireJob(app, request);
        return { result: await app.jobs.perform(request.pool, job, action, caller.by) };
      },
    }),
  ),
  route({
    ...watching,
    path: '/jobs/events',
    operationId: 'watchJobs',
    permission: SEES_JOBS,
    summary: 'Streams the unfinished jobs of the organization and their changes as Server-Sent Events.',
    handle: (request, _input, reply) => {
      const { organizationId } = request.caller;
      return request.server.sendEvents(request, reply, { organizationId, workflowId: null });
    },
  }),
  route({
    ...watching,
    path: '/jobs/events_on_all_organizations',
    operationId: 'watchJobsInAllOrganizations',
    role: 'system_admin',
    summary: 'Streams the unfinished jobs of all organizations and their changes as Server-Sent Events.',
    handle: (request, _input, reply) =>
      request.server.sendEvents(request, reply, { organizationId: null, workflowId: null }),
  }),
  route({
    method: 'GET',
    path: '/jobs/:job_kind/:id',
    operationId: 'getJobInspection',
    permission: SEES_JOBS,
    tag,
    summary: 'Inspects a job: its position in the state chart, its tasks, and the diagnosis if it is stuck or stalled.',
    answer: jobInspectionRecord,
    handle: async (request) => {
      const { server: app, caller } = request;
      const found = await requireJob(app, request);
      const isRunning = found.job.endedAt === null;
      const inspected = { ...found, inspection: isRunning ? await app.jobs.inspect(found.job) : null };
      const rendered = renderInspection(inspected, {
        isForOperator: caller.role === 'system_admin',
        temporalUiUrl: temporalUiPage(app.config, found.job.workflowId),
      });
      const organization = await findOrganization(request.db, found.job.organizationId);
      return {
        ...rendered,
        organization_name: organization?.name ?? '',
        tasks: await renderTasks(request.db, inspected),
      };
    },
  }),
  ...LISTS.flatMap(({ which, name, summary }) => [
    route({
      ...listing,
      path: `/jobs/${which}`,
      operationId: `list${name}`,
      permission: SEES_JOBS,
      summary,
      handle: (request, input) => list(request, input, which, request.caller.organizationId),
    }),
    route({
      ...listing,
      path: `/jobs/${which}_on_all_organizations`,
      operationId: `list${name}InAllOrganizations`,
      summary,
      role: 'system_admin',
      handle: (request, input) => list(request, input, which, null),
    }),
    route({
      ...listing,
      path: `/organizations/:id/jobs/${which}`,
      operationId: `list${name}InOrganization`,
      summary,
      role: 'system_admin',
      handle: async (request, input) =>
        list(request, input, which, await requireOrganization(request, request.params.id)),
    }),
  ]),
  route({
    method: 'GET',
    path: '/jobs/report',
    operationId: 'getJobsReport',
    tag,
    summary: 'Shows the health of the service, and the jobs of all organizations that are stuck or stalled.',
    role: 'system_admin',
    answer: jobsReportRecord,
    handle: ({ server: app }) => app.reportJobs(),
  }),
];

async function list(
  request: FastifyRequest,
  input: InputOf<typeof listing>,
  which: (typeof LISTS)[number]['which'],
  organizationId: number | null,
) {
  const { server: app, caller, read } = request;
  const { query } = input;
  const timeZone = await timeZoneOf(request, organizationId);
  const instant = (time: WrittenTime | null) => time && instantIn(timeZone, time);
  const filter = {
    organizationId,
    unfinished: which === 'unfinished',
    states: query.state,
    types: listedTypes(query.job_type),
    search: query.search,
    beginsAt: { after: instant(query.begins_at__after), before: instant(query.begins_at__before) },
    finishedAt: { after: instant(query.finished_at__after), before: instant(query.finished_at__before) },
    keptMs: app.config.policy.logRetentionMs,
  };
  const { paging } = input;
  return readPage(read, paging, {
    list: async (db) => withCreators(db, await listBackgroundJobs(db, filter, paging)),
    count: (db) => countBackgroundJobs(db, filter),
    render: ({ job, by }) => renderBackgroundJob(job, by, caller.timeZone),
  });
}

/** The jobs of a page with their creators, which are read with one statement for each kind. */
async function withCreators(db: Database, jobs: readonly BackgroundJob[]) {
  const creators = new Map<string, ReadonlyMap<number, JobCreator>>();
  for (const { name, listed } of CLIENT_JOB_KINDS) {
    const ids = jobs.filter(({ jobType }) => jobType === listed.jobType).map(({ id }) => id);
    if (ids.length > 0) creators.set(listed.jobType, await findJobCreators(db, name, ids));
  }
  return jobs.map((job) => ({ job, by: creators.get(job.jobType)?.get(job.id) ?? null }));
}

/** The address of a workflow in the Temporal UI; null when the setting is missing. */
function temporalUiPage(
  { temporalUiUrl, temporalNamespace }: Pick<Config, 'temporalUiUrl' | 'temporalNamespace'>,
  workflowId: string,
): string | null {
  if (temporalUiUrl === undefined) return null;
  const [namespace, id] = [temporalNamespace, workflowId].map((part) => encodeURIComponent(part));
  return `${temporalUiUrl.replace(/\/$/, '')}/namespaces/${namespace}/workflows/${id}`;
}
