import type { Pool } from 'pg';
import { SUPPRESSED_ADDRESS_IMPORT_KIND } from '../../domain/suppressed-address-imports.ts';
import type { Queryable } from '../core/connections.ts';
import { insertOnce, sourceColumns } from '../jobs/redone-jobs.ts';
import type { RedoneJob } from '../jobs/redone-jobs.ts';

/** An import of suppressed addresses that is created again. */
export interface RedoneSuppressedImport extends RedoneJob {
  readonly name: string;
  readonly options: object;
  readonly policy: object;
}

/** Whether an organization is there that was created before a lost import of its addresses began: a later one is another one. */
export async function hasOrganization(pool: Queryable, organizationId: number, before: Date): Promise<boolean> {
  const { rowCount } = await pool.query('select from organizations where id = $1 and created_at < $2', [
    organizationId,
    before,
  ]);
  return rowCount === 1;
}

/** Adds the row of an import that is created again, unless one with its key is there. @returns whether it was added: not when the organization is gone */
export function insertRedoneSuppressions(pool: Pool, row: RedoneSuppressedImport): Promise<boolean> {
  return insertOnce(pool, { table: 'suppressed_address_imports', key: row.jobKey }, (client) =>
    client.query(INSERT, [
      ...[row.id, row.jobKey, row.organizationId, row.name, row.options, row.policy],
      ...[...sourceColumns(row), row.operator],
    ]),
  );
}

const INSERT = `
  with created as (
    insert into suppressed_address_imports
      (id, organization_id, name, begins_at, options, policy, job_key, source_bytes, packed_bytes)
    select $1, id, $4, now(), $5::jsonb, $6::jsonb, $2, $7, $8 from organizations where id = $3 for share
    returning id
  )
  insert into job_activity (job_kind, job_id, at, command, actor_type, actor_name)
  select '${SUPPRESSED_ADDRESS_IMPORT_KIND}', id, now(), 'create', 'operator', $9 from created`;
