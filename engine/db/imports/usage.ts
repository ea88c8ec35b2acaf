import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** What an organization has stored for imports that may still read their sources: unfinished ones, and failed ones and dry runs until their retention ends. */
export interface ImportUsage {
  /** Unfinished imports. */
  readonly unfinished: number;
  /** Bytes of the stored sources of unfinished and failed imports and of dry runs. */
  readonly sourceBytes: number;
}

/** Reads what an organization has stored for its imports. */
export function readImportUsage(db: Database, organizationId: number): Promise<ImportUsage> {
  return db.one(sql.type(z.object({ unfinished: z.number(), sourceBytes: z.number() }))`
    select count(*) filter (where finished_at is null) as unfinished, coalesce(sum(source_bytes), 0)::int8 as "sourceBytes"
    from subscriber_imports
    where organization_id = ${organizationId} and purged_at is null and (state not in ('finished', 'cancelled') or dry_run)
  `);
}
