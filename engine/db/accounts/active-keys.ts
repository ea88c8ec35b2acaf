import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** Those of the API keys that still let a caller in. */
export async function findActiveKeys(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await db.anyFirst(sql.type(z.object({ id: z.number() }))`
    select k.id from api_keys k
    join organizations o on o.id = k.organization_id
    where k.id = any(${sql.array([...ids], 'int8')}) and k.active and o.active
  `);
  return new Set(found);
}
