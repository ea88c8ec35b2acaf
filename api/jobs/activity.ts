import { z } from 'zod/v4';
import { listJobActivity } from '../../engine/db/jobs/job-activity.ts';
import type { JobKind } from '../../engine/job-kinds/job-kind.ts';
import type { Permission } from '../../engine/domain/permissions.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import type { RequestOf } from '../http/route.ts';
import { renderTime } from '../http/times.ts';
import { jobActivityExample } from './examples.ts';
import type { JobCommand } from '../../engine/jobs/command-job.ts';

const ACTOR_TYPES = {
  api_key: 'an API key, with its name at that time',
  user: 'a user, with the full name at that time',
  operator: 'an operator at the command line, as user@host',
  list_deletion: 'the deletion of the mailing list with that id',
  maintenance: 'the service itself',
  guard: 'a limit of the import, with its reason',
  temporal: 'the Temporal UI, or another client of Temporal, with the identity that it gave itself',
};

type ActorType = keyof typeof ACTOR_TYPES;

/** Commands of running jobs, in any order: the type checks that none is missing. */
const RUNNING: Readonly<Record<JobCommand, true>> = {
  ...{ pause: true, unpause: true, cancel: true },
  ...{ retry: true, skip_chunk: true, fail: true },
};
type Command = 'create' | 'start' | JobCommand | 'restart' | 'unblock';
const COMMANDS = ['create', 'start', ...(Object.keys(RUNNING) as JobCommand[]), 'restart', 'unblock'] as const;

/** A command that a job took, with its sender. */
const jobActivityRecord = z
  .object({
    at: renderedTime,
    command: z.enum(COMMANDS),
    actor: z.object({
      type: z.enum(Object.keys(ACTOR_TYPES) as ActorType[]).describe(
        `${Object.entries(ACTOR_TYPES)
          .map(([type, meaning]) => `${type}: ${meaning}`)
          .join('; ')}.`,
      ),
      id: whole.nullable(),
      name: z.string().nullable(),
    }),
    reason: z.string().nullable().describe('The limit that paused the import, as a sentence; null for commands.'),
  })
  .meta({ id: 'JobActivity', examples: [jobActivityExample] });

interface ActivityRoute<Path extends string> {
  readonly kind: Pick<JobKind, 'name'>;
  readonly operationId: string;
  readonly permission: Permission;
  /** The job in a sentence, such as "an import". */
  readonly job: string;
  readonly path: Path;
  /** Finds the job that the path names. @throws NotFound */
  readonly idOfJob: (request: RequestOf<Path>) => Promise<number>;
}

/** The route that lists the commands of a job of a kind, the oldest first. */
export function activityRoute<const Path extends string>({
  kind,
  operationId,
  permission,
  job,
  path,
  idOfJob,
}: ActivityRoute<Path>) {
  return route({
    method: 'GET',
    path,
    operationId,
    permission,
    tag: 'Extensions',
    summary: `Lists the commands that were sent to ${job} and who sent them, the oldest first.`,
    answer: z.array(jobActivityRecord),
    handle: async (request) => {
      const entries = await listJobActivity(request.db, { kind: kind.name, id: await idOfJob(request) });
      return entries.map(({ at, command, actorType, actorId, actorName, reason }) => ({
        at: renderTime(at, request.caller.timeZone),
        command: command as Command,
        actor: { type: actorType as ActorType, id: actorId, name: actorName },
        reason,
      }));
    },
  });
}
