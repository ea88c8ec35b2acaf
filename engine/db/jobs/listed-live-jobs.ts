import { z } from 'zod';
import { sql, timestamp } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { liveJob, liveJobsOfKind, queueOf } from './live-jobs.ts';
import type { LiveJob, LiveRows } from './live-jobs.ts';

/** Scope and limits of the jobs to read. */
export interface LiveJobsWanted {
  /** Null: all organizations together. */
  readonly organizationIds: readonly number[] | null;
  readonly endedAfter: Date;
  /** Unfinished jobs of each organization, or of all together, and as many ended ones. */
  readonly limit: number;
  /** Workflow ids of unfinished jobs that are read before others. */
  readonly first: readonly string[];
}

const listedLiveJobs = z.object({
  /** Null: of all organizations. */
  organizationId: z.number().nullable(),
  /** Those that are under way first, then those that wait for a slot. */
  unfinished: z.array(liveJob),
  /** The latest first. */
  ended: z.array(liveJob),
  /** Whether there are unfinished jobs beyond the limit. */
  hasMore: z.boolean(),
  /** Whether more have ended than the limit. */
  hasMoreEnded: z.boolean(),
  /** All jobs that have ended after it are in `ended`: the wanted time, or a later one when there are more. */
  endedAfter: z.date(),
});

/** The unfinished jobs of an organization, or of all, and those that ended last. */
export type ListedLiveJobs = Readonly<z.infer<typeof listedLiveJobs>>;

const storedJob = liveJob.extend({ finishedAt: z.coerce.date().nullable() });
const storedJobs = listedLiveJobs.extend({
  unfinished: z.array(storedJob),
  ended: z.array(storedJob),
  endedAfter: z.coerce.date(),
});

/** Reads jobs that were written as JSON. @throws ZodError */
export function parseListedLiveJobs(text: string): ListedLiveJobs {
  return storedJobs.parse(JSON.parse(text));
}

/** Reads the jobs of each of the organizations, or of all together. */
export async function listLiveJobs(
  db: Database,
  kinds: readonly LiveRows[],
  wanted: LiveJobsWanted,
): Promise<readonly ListedLiveJobs[]> {
  const { organizationIds } = wanted;
  if (organizationIds === null) {
    const jobs = await db.any(sql.type(liveJob)`${found(kinds, wanted, ofAll)}`);
    return [listed(null, jobs, wanted)];
  }
  const jobs = await db.any(sql.type(liveJob)`
    select found.* from unnest(${sql.array([...organizationIds], 'int8')}) organization (id)
    cross join lateral (${found(kinds, wanted, ofOne)}) found`);
  const ofEach = new Map<number, LiveJob[]>(organizationIds.map((id) => [id, []]));
  for (const job of jobs) ofEach.get(job.organizationId)?.push(job);
  return [...ofEach].map(([id, each]) => listed(id, each, wanted));
}

type Fragment = ReturnType<typeof sql.fragment>;

/** The condition on a table of jobs that chooses those of an organization, or of all. */
type Scope = (table: string) => Fragment;

const ofOne: Scope = (table) => sql.fragment`${sql.identifier([table, 'organization_id'])} = organization.id`;

/** True for every job: by this condition Postgres takes the indexes of all organizations. */
const ofAll: Scope = (table) => sql.fragment`${sql.identifier([table, 'organization_id'])} > 0`;

/** One more job of each sort than the limit shows that there are more. */
function found(kinds: readonly LiveRows[], wanted: LiveJobsWanted, isIn: Scope): Fragment {
  const limit = sql.fragment`limit ${wanted.limit + 1}`;
  const isFirst = (column: Fragment) => sql.fragment`${column} = any(${sql.array([...wanted.first], 'text')})`;
  const unfinished = kinds.map((kind) => {
    const places = sql.fragment`(select id, place from (${queueOf(kind)}) queued where ${isIn('queued')})`;
    const idOf = sql.fragment`${`${kind.idPrefix}/`} || job.id`;
    return sql.fragment`(${liveJobsOfKind(
      kind,
      places,
      sql.fragment`
      where ${isIn('job')} and job.finished_at is null
      order by ${isFirst(idOf)} desc, job.is_idle, waiting.place nulls last, job.id ${limit}`,
    )})`;
  });
  const ended = kinds.map(
    (kind) =>
      sql.fragment`(${liveJobsOfKind(
        kind,
        sql.fragment`(select null::bigint as id, null::bigint as place where false)`,
        sql.fragment`
      where ${isIn('job')} and job.finished_at > ${timestamp(wanted.endedAfter)}
      order by job.finished_at desc ${limit}`,
      )})`,
  );
  const all = sql.fragment` union all `;
  return sql.fragment`
    (select * from (${sql.join(unfinished, all)}) unfinished
      order by ${isFirst(sql.fragment`"workflowId"`)} desc, "isIdle", "placeInQueue" nulls last, "workflowId" ${limit})
    union all
    (select * from (${sql.join(ended, all)}) ended order by "finishedAt" desc ${limit})`;
}

function listed(
  organizationId: number | null,
  jobs: readonly LiveJob[],
  { limit, endedAfter }: LiveJobsWanted,
): ListedLiveJobs {
  const unfinished = jobs.filter(({ finishedAt }) => finishedAt === null);
  const ended = jobs.filter(({ finishedAt }) => finishedAt !== null);
  return {
    organizationId,
    unfinished: unfinished.slice(0, limit),
    ended: ended.slice(0, limit),
    hasMore: unfinished.length > limit,
    hasMoreEnded: ended.length > limit,
    endedAfter: ended[limit]?.finishedAt ?? endedAfter,
  };
}
