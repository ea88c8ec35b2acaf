import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SubscriberImport } from '../../../engine/db/imports/subscriber-imports.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { subscriberImportWorkflowId } from '../../../engine/jobs/subscriber-import.ts';
import { success } from '../../http/envelope.ts';
import { hasEnded } from '../../../engine/domain/job-states.ts';
import { readLiveImport } from '../live-import.ts';
import { startImport } from '../start.ts';
import { IMPORT_COMMANDS } from '../../jobs/jobs.ts';
import { requireAnswer } from '../../jobs/not-answered.ts';
import type { CommandAnswer, ImportCommand } from '../../jobs/jobs.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';
import { renderImport, subscriberImportRecord } from '../record.ts';

const GONE: CommandAnswer = { outcome: 'gone' };

/** Pause, unpause and cancel. The machine decides whether a command is possible; once answered, it holds. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  for (const command of IMPORT_COMMANDS) {
    app.post<{ Params: { id: string } }>(
      `/subscriber_imports/:id/${command}`,
      described(`${command}SubscriberImport`, operationOf(command)),
      async (request) => {
        const row = await requireSubscriberImport(request, request.params.id);
        const { timeZone } = request.caller;
        const answer = hasEnded(row.state) ? GONE : await send(request, row, command);
        const after = await requireSubscriberImport(request, request.params.id);
        requireAnswer(answer.outcome, 'the import', PARTICIPLES[command]);
        if (answer.outcome === 'done' && answer.view !== null && !hasEnded(after.state)) {
          return success(renderImport(after, timeZone, answer.view));
        }
        const live = await readLiveImport(app, request, after);
        const record = renderImport(live.row, timeZone, live.view);
        if (answer.outcome !== 'done') throw new ValidationFailed(refusal(String(record.state), command));
        return success(record);
      },
    );
  }

  async function send(request: FastifyRequest, row: SubscriberImport, command: ImportCommand): Promise<CommandAnswer> {
    const job = { workflowId: subscriberImportWorkflowId(row.id, app.config.workflowIdPrefix), jobKey: row.jobKey };
    const by = { type: 'api_key', id: request.caller.keyId } as const;
    const answer = await app.jobs.command(job, command, by);
    // Maintenance may not have started an import yet that was created while Temporal was away; it takes commands all the same.
    if (answer.outcome !== 'gone' || row.workflowStartedAt !== null) return answer;
    if (!(await startImport(app, request, row, { isSmall: false }))) return { outcome: 'unanswered' };
    return app.jobs.command(job, command, by);
  }

  done();
}

function operationOf(command: ImportCommand) {
  const summary = `Has an import ${PARTICIPLES[command]}.`;
  return { tag: 'Subscriber imports', summary, answer: subscriberImportRecord };
}

const PARTICIPLES: Record<ImportCommand, string> = { pause: 'paused', unpause: 'unpaused', cancel: 'cancelled' };

function refusal(state: string, command: ImportCommand): string {
  return `import is ${state} and cannot be ${PARTICIPLES[command]}`;
}
