import type { FastifyRequest } from 'fastify';
import type { z } from 'zod/v4';
import { findLiveJob } from '../../engine/db/jobs/live-jobs.ts';
import type { ReadJobs } from '../../engine/db/jobs/read-jobs.ts';
import type { ClientJobKind } from '../../engine/job-kinds/job-kind.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';
import type { Rendered } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import { activityRoute } from './activity.ts';
import { commandRoutes } from './command-routes.ts';
import type { CommandedRow, CommandRoutes, JobRequest } from './command-routes.ts';
import { renderProgress } from './progress.ts';

/** Declaration of the routes of a kind of job that clients read from its row alone. */
interface JobRoutes<Row extends ReadRow, Answer extends z.ZodType> extends Omit<
  CommandRoutes<Row, Answer>,
  'find' | 'render'
> {
  readonly kind: ClientJobKind;
  readonly find: (request: FastifyRequest, segment: string) => Promise<Row>;
  readonly render: (row: Row, timeZone: string) => Rendered<Answer>;
  /** Whether an unfinished job is shown with its progress. */
  readonly showsProgress: boolean;
}

interface ReadRow extends CommandedRow {
  readonly finishedAt: Date | null;
}

/** Makes the route that shows a job of a kind, and those that list the commands that it took and send commands to it. */
export function jobRoutes<Row extends ReadRow, Answer extends z.ZodType>(declared: JobRoutes<Row, Answer>) {
  const { kind, job, path, resource, permission, tag, answer, render, showsProgress } = declared;
  const find = (request: FastifyRequest) => declared.find(request, (request as JobRequest).params.id);
  const commands = [
    activityRoute({
      ...{ kind, permission, job, path: `${path}/activity` },
      operationId: `list${resource}Activity`,
      idOfJob: async (request) => (await find(request)).id,
    }),
    ...commandRoutes({
      ...declared,
      find,
      render: (request, row) => render(row, request.caller.timeZone),
    }),
  ];
  const show = route({
    ...{ method: 'GET', path, operationId: `get${resource}`, permission, tag },
    summary: `Shows ${job}, with its progress while it runs.`,
    answer: answer as unknown as z.ZodType<object>,
    handle: async (request) => {
      const row = await find(request);
      const record = render(row, request.caller.timeZone) as object;
      const isLive = showsProgress && row.finishedAt === null;
      const live = isLive ? await findLiveJob(request.db, kind, row.id) : null;
      return live === null ? record : { ...record, progress: renderProgress(live) };
    },
  });
  return { commands, show };
}

/** Makes the look-up of the job that a path names, if the caller reaches it; it throws NotFound. */
export function jobLookup<Row>({ find }: Pick<ReadJobs<Row>, 'find'>, what: string) {
  return async ({ caller, db }: FastifyRequest, segment: string): Promise<Row> => {
    const found = await find(db, idOf(segment, what), reachOf(caller));
    if (found === null) throw new NotFound(what);
    return found;
  };
}
