import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countBackgroundJobs, JOB_STATES, JOB_TYPES, listBackgroundJobs } from '../../../engine/db/background-jobs.ts';
import { requireOrganization } from '../../account-lookups.ts';
import { success } from '../../envelope.ts';
import { countedPage, PAGES_OF_2000, readPaging } from '../../paging.ts';
import { requireSystemAdmin } from '../../plugins/app/authentication.ts';
import { choicesOf, timeOf } from '../../query-values.ts';
import { renderBackgroundJob } from '../../schemas/background-job-record.ts';

/** Jobs of every kind, or the unfinished ones: of the caller's organization, of one, or of all. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  for (const which of ['all', 'unfinished'] as const) {
    const unfinished = which === 'unfinished';

    app.get(`/jobs/${which}`, (request) =>
      answer(request, { organizationId: request.caller.organizationId, unfinished }),
    );

    app.get(`/jobs/${which}_on_all_organizations`, (request) => {
      requireSystemAdmin(request.caller);
      return answer(request, { organizationId: null, unfinished });
    });

    app.get<{ Params: { id: string } }>(`/organizations/:id/jobs/${which}`, async (request) => {
      requireSystemAdmin(request.caller);
      return answer(request, { organizationId: await requireOrganization(app, request.params.id), unfinished });
    });
  }

  async function answer(
    { query, caller }: FastifyRequest,
    which: { organizationId: number | null; unfinished: boolean },
  ) {
    const filter = {
      ...which,
      states: choicesOf(query, 'state', JOB_STATES),
      types: choicesOf(query, 'job_type', JOB_TYPES),
      beginsAt: { after: timeOf(query, 'begins_at__after'), before: timeOf(query, 'begins_at__before') },
      finishedAt: { after: timeOf(query, 'finished_at__after'), before: timeOf(query, 'finished_at__before') },
    };
    const paging = readPaging(query, PAGES_OF_2000);
    const [jobs, records] = await Promise.all([
      listBackgroundJobs(app.db, filter, paging),
      countBackgroundJobs(app.db, filter),
    ]);
    return success(
      jobs.map((job) => renderBackgroundJob(job, caller.timeZone)),
      countedPage(paging, records),
    );
  }

  done();
}
