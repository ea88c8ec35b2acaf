import { z } from 'zod';
import { segmentClause } from '../subscribers/segment-clause.ts';
import type { SegmentClause } from '../subscribers/segment-clause.ts';
import { matchesText } from './pages.ts';
import type { TextFilter } from './pages.ts';
import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';

const segment = z.object({
  id: z.number(),
  organizationId: z.number(),
  mailingListId: z.number(),
  isRemoteList: z.boolean(),
  name: z.string(),
  /** All of them must hold. */
  clause: z.array(segmentClause),
});
export type Segment = z.infer<typeof segment>;

/** Whose segments: of one list, or (`mailingListId` null) of every list of the organization. */
export interface SegmentFilter {
  organizationId: number;
  mailingListId: number | null;
  name: TextFilter;
}

const selection = sql.fragment`
  select segments.id, l.organization_id as "organizationId", l.id as "mailingListId",
    l.is_remote_list as "isRemoteList", segments.name, segments.clause
  from segments
  join mailing_lists l on l.id = segments.mailing_list_id and l.deleted_at is null`;

/** A page of segments by id. */
export function listSegments(
  db: Database,
  filter: SegmentFilter,
  page: { limit: number; offset: number },
): Promise<readonly Segment[]> {
  return db.any(sql.type(segment)`
    ${selection}
    where ${matching(filter)}
    order by segments.id
    limit ${page.limit} offset ${page.offset}
  `);
}

export async function countSegments(db: Database, filter: SegmentFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)
    from segments
    join mailing_lists l on l.id = segments.mailing_list_id and l.deleted_at is null
    where ${matching(filter)}
  `);
}

/** The segment of that id; `organizationId` null looks in every organization. */
export function findSegment(db: Database, id: number, organizationId: number | null): Promise<Segment | null> {
  return db.maybeOne(sql.type(segment)`
    ${selection}
    where segments.id = ${id} and (${organizationId}::bigint is null or l.organization_id = ${organizationId})
  `);
}

/** Whether another segment of the list has that name, ignoring case. */
export function isSegmentNameTaken(
  db: Database,
  mailingListId: number,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from segments
    where mailing_list_id = ${mailingListId} and lower(name) = lower(${name}) and id is distinct from ${exceptId}::bigint
  `);
}

/** Adds a segment and answers its id. */
export function insertSegment(
  db: Database,
  mailingListId: number,
  { name, clause }: { name: string; clause: readonly SegmentClause[] },
): Promise<number> {
  return db.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into segments (mailing_list_id, name, clause)
    values (${mailingListId}, ${name}, ${JSON.stringify(clause)}::jsonb)
    returning id
  `);
}

export async function updateSegment(
  db: Database,
  id: number,
  { name, clause }: { name: string; clause: readonly SegmentClause[] },
): Promise<void> {
  await db.query(sql.unsafe`
    update segments set name = ${name}, clause = ${JSON.stringify(clause)}::jsonb where id = ${id}
  `);
}

export async function deleteSegment(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`delete from segments where id = ${id}`);
}

/** Whether an unfinished campaign, an autoresponder or another segment uses it. Hold the organization's row. */
export function isSegmentUsed(db: Database, { id, mailingListId }: Segment): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1
    where exists (
        select from campaigns
        where mailing_list_id = ${mailingListId} and segmentation_criteria_id = ${id}
          and state not in ('finished', 'failed', 'cancelled'))
      or exists (
        select from autoresponders
        where mailing_list_id = ${mailingListId} and segmentation_criteria_id = ${id} and deleted_at is null)
      or exists (
        select from segments
        where mailing_list_id = ${mailingListId} and id <> ${id}
          and jsonb_path_exists(clause, '$.** ? (@.type == "in_segment" && @.segment_id == $id)',
            jsonb_build_object('id', ${id}::bigint)))
  `);
}

function matching({ organizationId, mailingListId, name }: SegmentFilter) {
  return sql.fragment`l.organization_id = ${organizationId}
    and (${mailingListId}::bigint is null or l.id = ${mailingListId})
    and ${matchesText(sql.fragment`segments.name`, name)}`;
}
