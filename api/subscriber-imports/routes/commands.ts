import type { FastifyInstance } from 'fastify';
import type { SubscriberImport } from '../../../engine/db/imports/subscriber-imports.ts';
import { SluiceError, ValidationFailed } from '../../../engine/platform/errors.ts';
import { subscriberImportWorkflowId } from '../../../engine/jobs/subscriber-import.ts';
import { success } from '../../http/envelope.ts';
import { hasEnded } from '../../../engine/domain/job-states.ts';
import { readLiveImport } from '../live-import.ts';
import { startImport } from '../start.ts';
import { IMPORT_COMMANDS } from '../../jobs/jobs.ts';
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
        const row = await requireSubscriberImport(app, request, request.params.id);
        const { timeZone, keyId } = request.caller;
        const answer = hasEnded(row.state) ? GONE : await send(row, command, keyId);
        const after = await requireSubscriberImport(app, request, request.params.id);
        if (answer.outcome === 'unanswered') throw new NotAnswered(command);
        if (answer.outcome === 'done' && answer.view !== null && !hasEnded(after.state)) {
          return success(renderImport(after, timeZone, answer.view));
        }
        const live = await readLiveImport(app, after);
        const record = renderImport(live.row, timeZone, live.view);
        if (answer.outcome !== 'done') throw new ValidationFailed(refusal(String(record.state), command));
        return success(record);
      },
    );
  }

  async function send(row: SubscriberImport, command: ImportCommand, keyId: number): Promise<CommandAnswer> {
    const workflowId = subscriberImportWorkflowId(row.id, app.config.workflowIdPrefix);
    const by = { type: 'api_key', id: keyId } as const;
    const answer = await app.jobs.command(workflowId, command, by);
    // Maintenance may not have started an import yet that was created while Temporal was away; it takes commands all the same.
    if (answer.outcome !== 'gone' || row.workflowStartedAt !== null) return answer;
    if (!(await startImport(app, row, { isSmall: false }))) return { outcome: 'unanswered' };
    return app.jobs.command(workflowId, command, by);
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

/** No worker has answered the command within the time a caller can be kept waiting. */
class NotAnswered extends SluiceError {
  constructor(command: ImportCommand) {
    super(
      'internal_error',
      `no worker answered in time, so it is not known whether the import has been ${PARTICIPLES[command]}; ` +
        'nothing of the import is lost: look at its state and send the command again if need be',
    );
  }
}
