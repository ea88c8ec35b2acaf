import type { FastifyRequest } from 'fastify';
import { findDeletionCode } from '../../engine/db/lists/list-deletion-codes.ts';
import { noteListDeletionStarted } from '../../engine/db/lists/list-deletion-mark.ts';
import type { ListDeletionRecord } from '../../engine/db/lists/list-deletion-records.ts';
import { listDeletionKind } from '../../engine/job-kinds/list-deletion.ts';
import { listDeletionStart, listDeletionWorkflowId } from '../../engine/jobs/list-deletion.ts';
import type { DeletedList } from '../../engine/jobs/list-deletion.ts';
import { markDeletedWithCode } from '../../engine/lists/mailing-lists.ts';
import { InvalidRequest, ValidationFailed } from '../../engine/platform/errors.ts';
import { route } from '../http/route.ts';
import { activityRoute } from '../jobs/activity.ts';
import type { CommandAnswer } from '../jobs/jobs.ts';
import { requireAnswer } from '../jobs/not-answered.ts';
import { mailingListDeletionRecord, renderListDeletion, requireListDeletion } from './deletion-record.ts';
import { requireMailingList } from './lookups.ts';

const PARTICIPLES = { pause: 'paused', unpause: 'unpaused' } as const;
type DeletionCommand = keyof typeof PARTICIPLES;

const GONE: CommandAnswer = { outcome: 'gone' };

/** The second step of the deletion of a list, and the job that deletes its subscribers. */
export const deletionRoutes = [
  route({
    method: 'DELETE',
    path: '/mailing_lists/:id/confirmed/:code',
    operationId: 'deleteMailingList',
    tag: 'Mailing lists',
    summary: 'Deletes a mailing list, whose subscribers are deleted afterwards.',
    answer: null,
    handle: async (request) => {
      const { id, organizationId } = await requireMailingList(request, request.params.id);
      const purpose = { mailingListId: id, organizationId: request.caller.organizationId };
      // Found before the list is locked, so that guessing codes delays no import.
      const codeId = await findDeletionCode(request.db, purpose, request.params.code);
      if (codeId === null) throw new CodeRefused();
      const { keyId } = request.caller;
      const jobKey = await markDeletedWithCode(request.db, { id, organizationId }, { codeId, keyId });
      if (jobKey === null) throw new CodeRefused();
      await start(request, { mailingListId: id, jobKey, organizationId });
      return null;
    },
  }),
  activityRoute({
    kind: listDeletionKind,
    operationId: 'listMailingListDeletionActivity',
    job: 'the deletion of a mailing list',
    path: '/mailing_lists/:id/deletion/activity',
    idOfJob: async (request) => (await requireListDeletion(request)).mailingListId,
  }),
  // The machine decides whether a command is possible; a deletion cannot be cancelled.
  ...(Object.keys(PARTICIPLES) as DeletionCommand[]).map((command) =>
    route({
      method: 'POST',
      path: `/mailing_lists/:id/deletion/${command}`,
      operationId: `${command}MailingListDeletion`,
      tag: 'Extensions',
      summary: `${command[0]?.toUpperCase()}${command.slice(1)}s the deletion of a mailing list.`,
      answer: mailingListDeletionRecord,
      handle: async (request) => {
        const row = await requireListDeletion(request);
        const { outcome } = row.finishedAt === null ? await send(request, row, command) : GONE;
        requireAnswer(outcome, 'the deletion', PARTICIPLES[command]);
        const after = await requireListDeletion(request);
        if (outcome !== 'done') {
          throw new ValidationFailed(`deletion is ${after.state} and cannot be ${PARTICIPLES[command]}`);
        }
        return renderListDeletion(after, request.caller.timeZone);
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/mailing_lists/:id/deletion',
    operationId: 'getMailingListDeletion',
    tag: 'Extensions',
    summary: 'Shows the deletion of a mailing list, with its progress while it runs.',
    answer: mailingListDeletionRecord,
    handle: async (request) => renderListDeletion(await requireListDeletion(request), request.caller.timeZone),
  }),
];

/** Starts the deletion. If Temporal cannot be reached, maintenance starts it within a minute. */
async function start({ server: app, db }: FastifyRequest, deleted: DeletedList): Promise<void> {
  const job = listDeletionStart(deleted, app.config.workflowIdPrefix);
  if (await app.jobs.start(job)) await noteListDeletionStarted(db, deleted.mailingListId);
}

async function send(
  { server: app, caller, db }: FastifyRequest,
  row: ListDeletionRecord,
  command: DeletionCommand,
): Promise<CommandAnswer> {
  const { workflowIdPrefix } = app.config;
  const job = { workflowId: listDeletionWorkflowId(row.mailingListId, workflowIdPrefix), jobKey: row.jobKey };
  const by = { type: 'api_key', id: caller.keyId } as const;
  const answer = await app.jobs.command(job, command, by);
  // A list deleted while Temporal was away waits for maintenance to start its deletion, which takes commands all the same.
  if (answer.outcome !== 'gone' || row.workflowStartedAt !== null) return answer;
  if (!(await app.jobs.start(listDeletionStart(row, workflowIdPrefix)))) return { outcome: 'unanswered' };
  await noteListDeletionStarted(db, row.mailingListId);
  return app.jobs.command(job, command, by);
}

class CodeRefused extends InvalidRequest {
  constructor() {
    super('the confirmation code is wrong, expired or already used');
  }
}
