import { z } from 'zod';
import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';

const importCount = z.object({ state: z.string(), count: z.number() });

/** How many imports are in each of the states before the end; those that nobody is in are left out. */
export function countUnfinishedImports(db: Database): Promise<readonly z.infer<typeof importCount>[]> {
  return db.any(sql.type(importCount)`
    select state, count(*) from subscriber_imports
    where state not in ('finished', 'failed', 'cancelled')
    group by state
  `);
}
