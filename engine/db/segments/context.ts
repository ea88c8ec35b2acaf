import { z } from 'zod';
import { customField, fieldColumns } from '../fields/custom-fields.ts';
import type { CustomField } from '../fields/custom-fields.ts';
import { findOrganization } from '../accounts/organizations.ts';
import { listSegmentNames } from './segments.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const namedList = z.object({ id: z.number(), name: z.string(), isRemote: z.boolean() });

/** Objects that segments of an organization can refer to, by id, without deleted ones. */
export interface SegmentContext {
  readonly timeZone: string;
  readonly lists: ReadonlyMap<number, z.infer<typeof namedList>>;
  readonly fields: ReadonlyMap<number, CustomField>;
  readonly segments: ReadonlyMap<number, NamedSegment>;
}

interface NamedSegment {
  readonly id: number;
  readonly name: string;
  readonly mailingListId: number;
}

export async function readSegmentContext(db: Database, organizationId: number): Promise<SegmentContext> {
  const organization = await findOrganization(db, organizationId);
  const lists = await db.any(sql.type(namedList)`
    select id, name, is_remote_list as "isRemote" from mailing_lists
    where organization_id = ${organizationId} and deleted_at is null
    order by id
  `);
  const fields = await db.any(sql.type(customField)`
    select ${fieldColumns} from custom_fields
    where organization_id = ${organizationId} and deleted_at is null
    order by id
  `);
  const segments = await listSegmentNames(db, organizationId);
  return {
    timeZone: organization?.timeZone ?? 'UTC',
    lists: byId(lists),
    fields: byId(fields),
    segments: byId(segments),
  };
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
