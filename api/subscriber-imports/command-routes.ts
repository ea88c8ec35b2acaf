import type { FastifyRequest } from 'fastify';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import { route } from '../http/route.ts';
import { IMPORT_COMMANDS } from '../jobs/jobs.ts';
import type { CommandAnswer, ImportCommand } from '../jobs/jobs.ts';
import { requireAnswer } from '../jobs/not-answered.ts';
import { requireSubscriberImport } from '../mailing-lists/lookups.ts';
import { readLiveImport } from './live-import.ts';
import { renderImport, subscriberImportRecord } from './record.ts';
import { startImport } from './start.ts';

const PARTICIPLES: Record<ImportCommand, string> = { pause: 'paused', unpause: 'unpaused', cancel: 'cancelled' };

const GONE: CommandAnswer = { outcome: 'gone' };

/** Pause, unpause and cancel. The machine decides whether a command is possible; once answered, it holds. */
export const commandRoutes = IMPORT_COMMANDS.map((command) =>
  route({
    method: 'POST',
    path: `/subscriber_imports/:id/${command}`,
    operationId: `${command}SubscriberImport`,
    tag: 'Subscriber imports',
    summary: `Has an import ${PARTICIPLES[command]}.`,
    answer: subscriberImportRecord,
    handle: async (request) => {
      const row = await requireSubscriberImport(request, request.params.id);
      const { timeZone } = request.caller;
      const answer = hasEnded(row.state) ? GONE : await send(request, row, command);
      const after = await requireSubscriberImport(request, request.params.id);
      requireAnswer(answer.outcome, 'the import', PARTICIPLES[command]);
      if (answer.outcome === 'done' && answer.view !== null && !hasEnded(after.state)) {
        return renderImport(after, timeZone, answer.view);
      }
      const live = await readLiveImport(request.server, request, after);
      const record = renderImport(live.row, timeZone, live.view);
      if (answer.outcome === 'done') return record;
      // Its workflow has completed and its row has not: the database was set back, and maintenance starts the import again.
      if (answer.outcome === 'gone' && !hasEnded(live.row.state))
        requireAnswer('untaken', 'the import', PARTICIPLES[command]);
      throw new ValidationFailed(`import is ${record.state} and cannot be ${PARTICIPLES[command]}`);
    },
  }),
);

async function send(request: FastifyRequest, row: SubscriberImport, command: ImportCommand): Promise<CommandAnswer> {
  const { server: app, caller } = request;
  const job = { workflowId: subscriberImportWorkflowId(row.id, app.config.workflowIdPrefix), jobKey: row.jobKey };
  const by = { type: 'api_key', id: caller.keyId } as const;
  const answer = await app.jobs.command(job, command, by);
  // Maintenance may not have started an import yet that was created while Temporal was away; it takes commands all the same.
  if (answer.outcome !== 'gone' || row.workflowStartedAt !== null) return answer;
  if (!(await startImport(app, request, row, { isSmall: false }))) return { outcome: 'unanswered' };
  return app.jobs.command(job, command, by);
}
