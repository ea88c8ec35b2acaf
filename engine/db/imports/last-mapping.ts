import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { columnRule } from '../../domain/column-rules.ts';
import type { LastMapping } from '../../domain/subscriber-imports.ts';

const lastMapping = z.object({
  mapping: z.array(z.string()).readonly(),
  rules: z.array(columnRule.nullable()).readonly().nullable(),
  columnsHash: z.string().nullable(),
  fieldIds: z.record(z.number()),
});

/**
 * The column mapping, with its rules, of the list's last finished import; null when there is none. A dry run counts once it was
 * started. Fields have the names of today; the entry of a deleted one names nothing.
 */
export async function findLastMapping(
  db: Database,
  mailingListId: number,
  fields: readonly { readonly id: number; readonly name: string }[],
): Promise<LastMapping | null> {
  const found = await db.maybeOne(sql.type(lastMapping)`
    select options -> 'column_mapping' as mapping, options -> 'column_rules' as rules, columns_hash as "columnsHash",
      coalesce(options -> 'field_ids', '{}') as "fieldIds"
    from subscriber_imports i
    where mailing_list_id = ${mailingListId} and state = 'finished'
      and (not dry_run or exists (select from subscriber_imports s where s.dry_run_id = i.id))
    order by id desc
    limit 1
  `);
  if (found === null) return null;
  const { fieldIds, ...last } = found;
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  const nameOf = (entry: string): string => {
    const id = Object.hasOwn(fieldIds, entry) ? fieldIds[entry] : undefined;
    return id === undefined ? entry : (names.get(id) ?? NOTHING);
  };
  return { ...last, mapping: last.mapping.map(nameOf) };
}

/** An entry that no field can have, since names are not blank: the file is no longer mapped as before. */
const NOTHING = ' ';

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
