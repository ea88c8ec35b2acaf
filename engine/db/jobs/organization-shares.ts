import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { liveJobsOf } from './live-jobs.ts';
import type { LiveRows } from './live-jobs.ts';

const share = z.object({
  /** Null: all organizations that are not listed. */
  organizationId: z.number().nullable(),
  /** Rows per second of its jobs, measured over the last minute. */
  rate: z.number(),
  /** Jobs that wait for a slot. */
  waiting: z.number(),
});

/** An organization's present share of the service. */
export type OrganizationShare = Readonly<z.infer<typeof share>>;

/** The shares of the `listed` organizations with the highest rates, and of all others together, of those that have unfinished jobs. */
export function readOrganizationShares(
  db: Database,
  kinds: readonly LiveRows[],
  listed: number,
): Promise<readonly OrganizationShare[]> {
  return db.any(sql.type(share)`
    with organization as (
      select "organizationId", coalesce(sum(rate), 0) as rate, count("placeInQueue") as waiting,
             row_number() over (order by sum(rate) desc nulls last, count("placeInQueue") desc, "organizationId") as place
        from (${liveJobsOf(kinds, sql.fragment`job.finished_at is null`)}) job
       group by "organizationId"
    )
    select case when place <= ${listed} then "organizationId" end as "organizationId", sum(rate)::float8 as rate,
           sum(waiting)::bigint as waiting
      from organization
     group by 1
     order by min(place)
  `);
}
