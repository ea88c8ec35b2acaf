import { z } from 'zod';
import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';

const jobCount = z.object({
  kind: z.enum(['subscriber_import', 'list_deletion']),
  state: z.string(),
  count: z.number(),
});

/** Counts the unfinished jobs of each kind by state; a state without jobs is left out. */
export function countUnfinishedJobs(db: Database): Promise<readonly z.infer<typeof jobCount>[]> {
  return db.any(sql.type(jobCount)`
    select 'subscriber_import' as kind, state, count(*) from subscriber_imports
    where state not in ('finished', 'failed', 'cancelled')
    group by state
    union all
    select 'list_deletion', state, count(*) from list_deletions
    where finished_at is null
    group by state
  `);
}
