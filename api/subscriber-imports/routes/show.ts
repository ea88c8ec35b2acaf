import type { FastifyInstance } from 'fastify';
import { findLiveJob } from '../../../engine/db/jobs/live-jobs.ts';
import type { SubscriberImport } from '../../../engine/db/imports/subscriber-imports.ts';
import { hasEnded } from '../../../engine/domain/job-states.ts';
import { subscriberImportKind } from '../../../engine/job-kinds/subscriber-import.ts';
import { NO_PROGRESS, renderProgress } from '../../jobs/progress.ts';
import { success } from '../../http/envelope.ts';
import { readShownImport } from '../live-import.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';
import { renderImport, subscriberImportRecord } from '../record.ts';

/** One import in full, live while it runs. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/subscriber_imports/:id',
    described('getSubscriberImport', {
      tag: 'Subscriber imports',
      summary: 'Shows an import, live while it runs.',
      description: 'One that the deletion of its list has cancelled can be read for as long as its logs are kept.',
      answer: subscriberImportRecord,
    }),
    async (request) => {
      const row = await requireSubscriberImport(request, request.params.id);
      const { row: now, view } = await readShownImport(app, request, row);
      const record = renderImport(now, request.caller.timeZone, view);
      if (hasEnded(String(record.state))) return success(record);
      if (!hasProgress(String(record.state), now)) return success({ ...record, progress: NO_PROGRESS });
      const live = await findLiveJob(request.db, subscriberImportKind, now.id);
      return success(live === null ? record : { ...record, progress: renderProgress(live) });
    },
  );

  done();
}

/** Whether anything of the progress may be known: only chunks have a rate, and only what waits has a place. */
function hasProgress(state: string, { hasAskedForTurn }: SubscriberImport): boolean {
  return state === 'importing' || (state === 'scheduled' && hasAskedForTurn);
}
