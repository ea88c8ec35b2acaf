import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteExportStarted } from '../../../engine/db/exports/subscriber-exports.ts';
import type { SubscriberExport } from '../../../engine/db/exports/subscriber-exports.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { subscriberExportStart, subscriberExportWorkflowId } from '../../../engine/jobs/subscriber-export.ts';
import { success } from '../../http/envelope.ts';
import { requireAnswer } from '../../jobs/not-answered.ts';
import type { CommandAnswer } from '../../jobs/jobs.ts';
import { described } from '../../openapi/operation.ts';
import { renderExport, subscriberExportRecord } from '../record.ts';
import { requireSubscriberExport } from '../lookups.ts';

const PARTICIPLES = { pause: 'paused', unpause: 'unpaused', cancel: 'cancelled' } as const;
type ExportCommand = keyof typeof PARTICIPLES;

const GONE: CommandAnswer = { outcome: 'gone' };

/** Pause, unpause and cancel. The machine decides whether a command is possible; once answered, it holds. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  for (const command of Object.keys(PARTICIPLES) as ExportCommand[]) {
    app.post<{ Params: { id: string } }>(
      `/subscriber_exports/:id/${command}`,
      described(`${command}SubscriberExport`, {
        tag: 'Subscriber exports',
        summary: `${command[0]?.toUpperCase()}${command.slice(1)}s an export.`,
        answer: subscriberExportRecord,
      }),
      async (request) => {
        const row = await requireSubscriberExport(request, request.params.id);
        const { outcome } = row.finishedAt === null ? await send(request, row, command) : GONE;
        requireAnswer(outcome, 'the export', PARTICIPLES[command]);
        const after = await requireSubscriberExport(request, request.params.id);
        if (outcome !== 'done') {
          throw new ValidationFailed(`export is ${after.state} and cannot be ${PARTICIPLES[command]}`);
        }
        return success(renderExport(after, request.caller.timeZone));
      },
    );
  }

  async function send(
    { caller, db }: FastifyRequest,
    row: SubscriberExport,
    command: ExportCommand,
  ): Promise<CommandAnswer> {
    const job = { workflowId: subscriberExportWorkflowId(row.id, app.config.workflowIdPrefix), jobKey: row.jobKey };
    const by = { type: 'api_key', id: caller.keyId } as const;
    const answer = await app.jobs.command(job, command, by);
    // An export created while Temporal was away may not have been started by maintenance yet; it takes commands all the same.
    if (answer.outcome !== 'gone' || row.workflowStartedAt !== null) return answer;
    if (!(await app.jobs.start(subscriberExportStart(row, app.config.workflowIdPrefix))))
      return { outcome: 'unanswered' };
    await noteExportStarted(db, row.id);
    return app.jobs.command(job, command, by);
  }

  done();
}
