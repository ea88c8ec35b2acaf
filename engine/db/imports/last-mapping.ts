import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { columnRule } from '../../domain/column-rules.ts';
import type { LastMapping } from '../../domain/subscriber-imports.ts';

const lastMapping = z.object({
  mapping: z.array(z.string()).readonly(),
  rules: z.array(columnRule.nullable()).readonly().nullable(),
  columnsHash: z.string().nullable(),
});

/** The column mapping, with its rules, of the list's last finished import; null when there is none. A dry run counts once it was started. */
export function findLastMapping(db: Database, mailingListId: number): Promise<LastMapping | null> {
  return db.maybeOne(sql.type(lastMapping)`
    select options -> 'column_mapping' as mapping, options -> 'column_rules' as rules, columns_hash as "columnsHash"
    from subscriber_imports i
    where mailing_list_id = ${mailingListId} and state = 'finished'
      and (not dry_run or exists (select from subscriber_imports s where s.dry_run_id = i.id))
    order by id desc
    limit 1
  `);
}

/** The hashes of the columns of the list's last imports in which rows failed, dry runs among them. */
export async function listFailedLogColumns(db: Database, mailingListId: number): Promise<readonly string[]> {
  return db.anyFirst(sql.type(z.object({ columnsHash: z.string() }))`
    select distinct columns_hash as "columnsHash"
    from (
      select columns_hash, totals from subscriber_imports where mailing_list_id = ${mailingListId} order by id desc limit ${LAST_IMPORTS}
    ) last
    where columns_hash is not null and (totals ->> 'failed')::int8 > 0
  `);
}

const LAST_IMPORTS = 1_000;
