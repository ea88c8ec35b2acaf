import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { listJobActivity } from '../../engine/db/jobs/job-activity.ts';
import type { JobKind } from '../../engine/job-kinds/job-kind.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import { renderTime } from '../http/times.ts';
import { jobActivityExample } from './examples.ts';

const ACTOR_TYPES = {
  api_key: 'an API key, with its name at that time',
  operator: 'an operator at the command line, as user@host',
  list_deletion: 'the deletion of the mailing list with that id',
  maintenance: 'the service itself',
  temporal: 'the Temporal UI, or another client of Temporal',
};

const COMMANDS = ['create', 'start', 'pause', 'unpause', 'cancel', 'retry', 'skip_chunk', 'fail', 'restart'] as const;

/** A command that a job took, with its sender. */
export const jobActivityRecord = z
  .object({
    at: renderedTime,
    command: z.enum(COMMANDS),
    actor: z.object({
      type: z.enum(Object.keys(ACTOR_TYPES) as (keyof typeof ACTOR_TYPES)[]).describe(
        `${Object.entries(ACTOR_TYPES)
          .map(([type, meaning]) => `${type}: ${meaning}`)
          .join('; ')}.`,
      ),
      id: whole.nullable(),
      name: z.string().nullable(),
    }),
  })
  .meta({ id: 'JobActivity', examples: [jobActivityExample] });

/** Reads the commands of a job as the API shows them, the oldest first. */
export async function readJobActivity(
  app: FastifyInstance,
  { name: kind }: Pick<JobKind, 'name'>,
  id: number,
  timeZone: string,
): Promise<readonly Record<string, unknown>[]> {
  const entries = await listJobActivity(app.db, { kind, id });
  return entries.map(({ at, command, actorType, actorId, actorName }) => ({
    at: renderTime(at, timeZone),
    command,
    actor: { type: actorType, id: actorId, name: actorName },
  }));
}
