import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import {
  countSubscriberImports,
  IMPORT_SCOPES,
  listSubscriberImports,
} from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { findLiveJob } from '../../engine/db/jobs/live-jobs.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { subscriberImportKind } from '../../engine/job-kinds/subscriber-import.ts';
import { subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { PAGES_OF_100, readPage } from '../http/paging.ts';
import { queryChoice } from '../http/query.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { objectOf } from '../http/values.ts';
import { activityRoute } from '../jobs/activity.ts';
import { jobEventsExample } from '../jobs/examples.ts';
import { jobEventText, readEventId, writeJobEvent } from '../jobs/job-event.ts';
import { NO_PROGRESS, renderProgress } from '../jobs/progress.ts';
import { requireLocalList, requireSubscriberImport } from '../mailing-lists/lookups.ts';
import { EVENT_HEADERS } from '../plugins/app/job-feed.ts';
import { importCommandRoutes } from './command-routes.ts';
import { analyzeRoute, createImportRoute } from './creation-routes.ts';
import { readShownImport } from './live-import.ts';
import { failedRowsRoute, logRoute } from './log-routes.ts';
import { findJobCreators } from '../../engine/db/jobs/job-activity.ts';
import { renderImport, renderImportSummary } from './render-import.ts';
import { subscriberImportRecord, subscriberImportSummaryRecord } from './record.ts';
import { startRoute } from './start-route.ts';

const tag = 'Subscriber imports';

const listing = {
  method: 'GET',
  tag,
  summary: 'Lists imports: unfinished ones first, then ended ones, each with the latest first.',
  query: objectOf({
    scope: queryChoice(IMPORT_SCOPES, 'recent'),
    dry_run: queryChoice(['all', 'true', 'false'], 'all').describe(
      'Extension: only dry runs, or only imports that are not dry runs.',
    ),
  }),
  paging: PAGES_OF_100,
  answer: z.array(subscriberImportSummaryRecord),
} as const;

export default [
  activityRoute({
    kind: subscriberImportKind,
    operationId: 'listSubscriberImportActivity',
    permission: 'subscriber.import',
    job: 'an import',
    path: '/subscriber_imports/:id/activity',
    idOfJob: async (request) => (await requireSubscriberImport(request, request.params.id)).id,
  }),
  analyzeRoute,
  ...importCommandRoutes,
  createImportRoute,
  route({
    method: 'GET',
    path: '/subscriber_imports/:id/events',
    operationId: 'watchSubscriberImport',
    permission: 'subscriber.import',
    tag: 'Extensions',
    summary: 'Streams the state of an import as Server-Sent Events, until it has ended.',
    description:
      'When Last-Event-ID is the end of the import the answer is 204, so that an EventSource does not connect again.',
    files: { 'text/event-stream': jobEventsExample },
    handle: async (request, _input, reply) => {
      const { server: app, headers } = request;
      const { id, organizationId, state } = await requireSubscriberImport(request, request.params.id);
      if (!hasEnded(state)) {
        const workflowId = subscriberImportWorkflowId(id, app.config.workflowIdPrefix);
        return app.sendEvents(request, reply, { organizationId, workflowId });
      }
      const job = await findLiveJob(request.db, subscriberImportKind, id);
      if (job === null) throw new NotFound('subscriber import');
      const event = writeJobEvent({ ...job, state }, null);
      const last = readEventId(String(headers['last-event-id']));
      if (last?.version === event.version) return reply.status(204).send();
      return reply.headers(EVENT_HEADERS).send(jobEventText(event, Date.now()));
    },
  }),
  failedRowsRoute,
  route({
    ...listing,
    path: '/subscriber_imports',
    operationId: 'listSubscriberImports',
    permission: 'subscriber.import',
    handle: (request, input) =>
      list(request, input, { organizationId: request.caller.organizationId, mailingListId: null }),
  }),
  route({
    ...listing,
    path: '/mailing_lists/:id/subscriber_imports',
    operationId: 'listSubscriberImportsInMailingList',
    permission: 'subscriber.import',
    handle: async (request, input) => {
      const { organizationId, id } = await requireLocalList(request, request.params.id);
      return list(request, input, { organizationId, mailingListId: id });
    },
  }),
  logRoute,
  route({
    method: 'GET',
    path: '/subscriber_imports/:id',
    operationId: 'getSubscriberImport',
    permission: 'subscriber.import',
    tag,
    summary: 'Shows an import, with live counts while it runs.',
    description: 'An import that was cancelled because its list was deleted can be read while its logs are kept.',
    answer: subscriberImportRecord,
    handle: async (request) => {
      const row = await requireSubscriberImport(request, request.params.id);
      const { row: now, view } = await readShownImport(request.server, request, row);
      const record = renderImport(now, request.caller.timeZone, view);
      if (hasEnded(record.state)) return record;
      if (!hasProgress(record.state, now)) return { ...record, progress: NO_PROGRESS };
      const live = await findLiveJob(request.db, subscriberImportKind, now.id);
      return live === null ? record : { ...record, progress: renderProgress(live) };
    },
  }),
  startRoute,
];

function list(
  { caller, read }: FastifyRequest,
  { query, paging }: InputOf<typeof listing>,
  owner: { organizationId: number; mailingListId: number | null },
) {
  const { scope, dry_run: runs } = query;
  const filter = { ...owner, scope, isDryRun: runs === 'all' ? null : runs === 'true' };
  return readPage(read, paging, {
    list: async (db) => {
      const rows = await listSubscriberImports(db, filter, paging);
      const creators = await findJobCreators(
        db,
        subscriberImportKind.name,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({ row, by: creators.get(row.id) ?? null }));
    },
    count: (db) => countSubscriberImports(db, filter),
    render: ({ row, by }) => renderImportSummary(row, caller.timeZone, by),
  });
}

/** Whether anything of the progress may be known: only chunks have a rate, and only what waits has a place. */
function hasProgress(state: string, { hasAskedForTurn }: SubscriberImport): boolean {
  return state === 'importing' || (state === 'scheduled' && hasAskedForTurn);
}
