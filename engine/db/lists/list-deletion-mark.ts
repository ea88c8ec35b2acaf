import { randomUUID } from 'node:crypto';
import { insertCommandOfCaller } from '../jobs/job-activity.ts';
import type { CallerIdentity } from '../accounts/caller.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/**
 * Marks a list deleted, which hides it from every read, and writes the row of its deletion with its sender; in the transaction
 * of the caller, who holds the list's row. @returns the key of the deletion
 */
export async function markListDeleted(
  db: Database,
  { id, organizationId, by }: { readonly id: number; readonly organizationId: number; readonly by: CallerIdentity },
): Promise<string> {
  const jobKey = randomUUID();
  // The transaction began before it waited for merges into the list; imports that ended during the wait were not cancelled by it.
  await db.query(sql.unsafe`update mailing_lists set deleted_at = clock_timestamp() where id = ${id}`);
  await db.query(sql.unsafe`
    with created as (
      insert into list_deletions (mailing_list_id, organization_id, job_key) values (${id}, ${organizationId}, ${jobKey})
      returning mailing_list_id as id
    )
    ${insertCommandOfCaller(by, { kind: 'list_deletion', command: 'create' }, sql.fragment`select id from created`)}
  `);
  return jobKey;
}
