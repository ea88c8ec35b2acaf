import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteListDeletionStarted } from '../../../engine/db/lists/list-deletion-mark.ts';
import type { ListDeletionRecord } from '../../../engine/db/lists/list-deletion-records.ts';
import { listDeletionStart, listDeletionWorkflowId } from '../../../engine/jobs/list-deletion.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { requireAnswer } from '../../jobs/not-answered.ts';
import type { CommandAnswer } from '../../jobs/jobs.ts';
import { described } from '../../openapi/operation.ts';
import { mailingListDeletionRecord, renderListDeletion, requireListDeletion } from '../deletion-record.ts';

const PARTICIPLES = { pause: 'paused', unpause: 'unpaused' } as const;
type DeletionCommand = keyof typeof PARTICIPLES;

const GONE: CommandAnswer = { outcome: 'gone' };

/** Pause and unpause. The machine decides whether a command is possible; a deletion cannot be cancelled. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  for (const command of Object.keys(PARTICIPLES) as DeletionCommand[]) {
    app.post<{ Params: { id: string } }>(
      `/mailing_lists/:id/deletion/${command}`,
      described(`${command}MailingListDeletion`, {
        tag: 'Extensions',
        summary: `${command[0]?.toUpperCase()}${command.slice(1)}s the deletion of a mailing list.`,
        answer: mailingListDeletionRecord,
      }),
      async (request) => {
        const row = await requireListDeletion(request);
        const { outcome } = row.finishedAt === null ? await send(request, row, command) : GONE;
        requireAnswer(outcome, 'the deletion', PARTICIPLES[command]);
        const after = await requireListDeletion(request);
        if (outcome !== 'done') {
          throw new ValidationFailed(`deletion is ${after.state} and cannot be ${PARTICIPLES[command]}`);
        }
        return success(renderListDeletion(after, request.caller.timeZone));
      },
    );
  }

  async function send(
    { caller, db }: FastifyRequest,
    row: ListDeletionRecord,
    command: DeletionCommand,
  ): Promise<CommandAnswer> {
    const job = {
      workflowId: listDeletionWorkflowId(row.mailingListId, app.config.workflowIdPrefix),
      jobKey: row.jobKey,
    };
    const by = { type: 'api_key', id: caller.keyId } as const;
    const answer = await app.jobs.command(job, command, by);
    // A list deleted while Temporal was away waits for maintenance to start its deletion, which takes commands all the same.
    if (answer.outcome !== 'gone' || row.workflowStartedAt !== null) return answer;
    if (!(await app.jobs.start(listDeletionStart(row, app.config.workflowIdPrefix)))) return { outcome: 'unanswered' };
    await noteListDeletionStarted(db, row.mailingListId);
    return app.jobs.command(job, command, by);
  }

  done();
}
