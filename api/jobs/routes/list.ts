import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countBackgroundJobs, JOB_STATES, listBackgroundJobs } from '../../../engine/db/jobs/background-jobs.ts';
import { requireOrganization, timeZoneOf } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { countedPage, PAGES_OF_2000, readPaging, readCounted } from '../../http/paging.ts';
import { requireSystemAdmin } from '../../http/reach.ts';
import { JOB_TYPE_NAMES, listedTypes } from '../job-types.ts';
import { backgroundJobRecord, renderBackgroundJob } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { queryChoices, queryText, queryTime, readQuery } from '../../http/query.ts';
import { instantIn } from '../../http/times.ts';
import type { WrittenTime } from '../../http/times.ts';
import { objectOf } from '../../http/values.ts';
import { z } from 'zod/v4';

const filters = objectOf({
  state: queryChoices(JOB_STATES),
  job_type: queryChoices(JOB_TYPE_NAMES),
  begins_at__after: queryTime,
  begins_at__before: queryTime,
  finished_at__after: queryTime,
  finished_at__before: queryTime,
  search: queryText.describe(
    'Extension: the id of the job, or a part of its name or its list’s name; among the jobs of all organizations, also of its organization’s.',
  ),
});

/** Jobs of every kind, or the unfinished ones: of the caller's organization, of one, or of all. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  for (const which of ['all', 'unfinished'] as const) {
    const unfinished = which === 'unfinished';
    const name = unfinished ? 'UnfinishedJobs' : 'Jobs';
    const operation = {
      tag: 'Background jobs',
      summary: `Lists ${unfinished ? 'unfinished background jobs' : 'background jobs'}, the latest first.`,
      query: filters,
      paging: PAGES_OF_2000,
      answer: z.array(backgroundJobRecord),
    };
    const operationForAdmins = { ...operation, isForSystemAdmins: true };

    app.get(`/jobs/${which}`, described(`list${name}`, operation), (request) =>
      answer(request, { organizationId: request.caller.organizationId, unfinished }),
    );

    app.get(
      `/jobs/${which}_on_all_organizations`,
      described(`list${name}InAllOrganizations`, operationForAdmins),
      (request) => {
        requireSystemAdmin(request.caller);
        return answer(request, { organizationId: null, unfinished });
      },
    );

    app.get<{ Params: { id: string } }>(
      `/organizations/:id/jobs/${which}`,
      described(`list${name}InOrganization`, operationForAdmins),
      async (request) => {
        requireSystemAdmin(request.caller);
        return answer(request, {
          organizationId: await requireOrganization(request, request.params.id),
          unfinished,
        });
      },
    );
  }

  async function answer(request: FastifyRequest, which: { organizationId: number | null; unfinished: boolean }) {
    const { caller, query, read } = request;
    const asked = readQuery(query, filters);
    const timeZone = await timeZoneOf(request, which.organizationId);
    const instant = (time: WrittenTime | null) => time && instantIn(timeZone, time);
    const filter = {
      ...which,
      states: asked.state,
      types: listedTypes(asked.job_type),
      search: asked.search,
      beginsAt: { after: instant(asked.begins_at__after), before: instant(asked.begins_at__before) },
      finishedAt: { after: instant(asked.finished_at__after), before: instant(asked.finished_at__before) },
      keptMs: app.config.policy.logRetentionMs,
    };
    const paging = readPaging(query, PAGES_OF_2000);
    const [jobs, records] = await readCounted(
      read,
      (db) => listBackgroundJobs(db, filter, paging),
      (db) => countBackgroundJobs(db, filter),
    );
    return success(
      jobs.map((job) => renderBackgroundJob(job, caller.timeZone)),
      countedPage(paging, records),
    );
  }

  done();
}
