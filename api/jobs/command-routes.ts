import type { FastifyRequest } from 'fastify';
import type { z } from 'zod/v4';
import type { JobStart } from '../../engine/jobs/start-job.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import type { Permission } from '../../engine/domain/permissions.ts';
import type { JobKind } from '../../engine/job-kinds/job-kind.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import type { Rendered } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import type { CommandAnswer, ClientCommand } from './jobs.ts';
import { requireAnswer } from './not-answered.ts';
import { startJob } from './start-job.ts';

const PARTICIPLES: Readonly<Record<ClientCommand, string>> = {
  pause: 'paused',
  unpause: 'unpaused',
  cancel: 'cancelled',
};

const GONE: CommandAnswer = { outcome: 'gone' };

/** Row of a job, as far as a command depends on it. */
export interface CommandedRow {
  readonly id: number;
  readonly jobKey: string | null;
  readonly state: string;
  /** Null when its workflow may not have been started yet. */
  readonly workflowStartedAt: Date | null;
}

/** Declaration of the commands that clients send to the jobs of a kind. */
export interface CommandRoutes<Row extends CommandedRow, Answer extends z.ZodType> {
  readonly kind: Pick<JobKind, 'jobRows'>;
  readonly commands: readonly ClientCommand[];
  /** Path of a job; each command is appended to it. */
  readonly path: `/${string}/:id${string}`;
  /** Name of the resource in the ids of the operations, such as `MailingListDeletion`. */
  readonly resource: string;
  readonly permission: Permission;
  readonly tag: Operation['tag'];
  /** Noun for a job in error messages, such as "export". */
  readonly noun: string;
  /** Noun with its article in summaries, such as "an export". */
  readonly job: string;
  readonly answer: Answer;
  /** Finds the job of the path. @throws NotFound */
  readonly find: (request: JobRequest) => Promise<Row>;
  /** Returns the start of the workflow of a job, whose id the command is sent to. */
  readonly startOf: (row: Row, workflowIdPrefix: string) => JobStart;
  /** Renders the job after a command, which may be one that was refused. */
  readonly render: (
    request: JobRequest,
    row: Row,
    answer: CommandAnswer,
  ) => Rendered<Answer> | Promise<Rendered<Answer>>;
}

/** A call whose path has the id of a job. */
export type JobRequest = FastifyRequest<{ Params: { readonly id: string } }>;

/** Makes the routes of the commands of a kind. Its machine decides whether a command is possible; once answered, it holds. */
export function commandRoutes<Row extends CommandedRow, Answer extends z.ZodType>(
  declared: CommandRoutes<Row, Answer>,
) {
  const { commands, path, resource, permission, tag, noun, job, answer, find, render } = declared;
  return commands.map((command) =>
    route({
      method: 'POST',
      path: `${path}/${command}`,
      operationId: `${command}${resource}`,
      ...{
        permission,
        tag,
        summary: `${verbOf(command)} ${job}.`,
        answer: answer as unknown as z.ZodType<{ state: string }>,
      },
      handle: async (call) => {
        const request = call as JobRequest;
        const row = await find(request);
        const answered = hasEnded(row.state) ? GONE : await send(request, row, { ...declared, command });
        requireAnswer(answered.outcome, `the ${noun}`, PARTICIPLES[command]);
        const record = (await render(request, await find(request), answered)) as { state: string };
        if (answered.outcome === 'done') return record;
        // Its workflow has completed and its row has not: the database was set back, and maintenance starts the job again.
        if (answered.outcome === 'gone' && !hasEnded(record.state))
          requireAnswer('untaken', `the ${noun}`, PARTICIPLES[command]);
        throw new ValidationFailed(`${noun} is ${record.state} and cannot be ${PARTICIPLES[command]}`);
      },
    }),
  );
}

/** Returns "Pauses", "Unpauses" or "Cancels". */
function verbOf(command: ClientCommand): string {
  return `${command[0]?.toUpperCase()}${command.slice(1)}s`;
}

async function send<Row extends CommandedRow>(
  request: JobRequest,
  row: Row,
  {
    command,
    kind,
    startOf,
  }: Pick<CommandRoutes<Row, z.ZodType>, 'kind' | 'startOf'> & { readonly command: ClientCommand },
): Promise<CommandAnswer> {
  const { server: app, caller } = request;
  const start = startOf(row, app.config.workflowIdPrefix);
  const job = { workflowId: start.workflowId, jobKey: row.jobKey };
  const { by } = caller;
  const answer = await app.jobs.command(job, command, by);
  // A job created while Temporal was away may not have been started by maintenance yet; it takes commands all the same.
  if (answer.outcome !== 'gone' || row.workflowStartedAt !== null) return answer;
  if (!(await startJob(request, kind, { id: row.id, start }))) return { outcome: 'unanswered' };
  return app.jobs.command(job, command, by);
}
