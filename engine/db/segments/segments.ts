import { z } from 'zod';
import { segmentClause } from '../../values/segment-clause.ts';
import type { SegmentClause } from '../../values/segment-clause.ts';
import { matchesText, readPage } from '../core/pages.ts';
import type { TextFilter } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { unfinished } from '../jobs/unfinished.ts';

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

const namedSegment = segment.pick({ id: true, name: true, mailingListId: true });
const segmentClauses = segment.pick({ id: true, clause: true });
const reference = z.object({ from: z.number(), to: z.number() });

/** Segments of one list, or (`mailingListId` null) of every list of the organization. */
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

/** A page of segments by id. @throws RequestedTooMany beyond `pageBytes` */
export function listSegments(
  db: Database,
  filter: SegmentFilter,
  page: { limit: number; offset: number },
): Promise<readonly Segment[]> {
  return readPage(
    db,
    segment,
    sql.fragment`
      ${selection}
      where ${matching(filter)}
      order by segments.id
      limit ${page.limit} offset ${page.offset}`,
  );
}

/** Every segment of an organization by name, without its clauses. */
export function listSegmentNames(
  db: Database,
  organizationId: number,
): Promise<readonly z.infer<typeof namedSegment>[]> {
  return db.any(sql.type(namedSegment)`
    select segments.id, segments.name, l.id as "mailingListId"
    from segments
    join mailing_lists l on l.id = segments.mailing_list_id and l.deleted_at is null
    where l.organization_id = ${organizationId}
    order by segments.id
  `);
}

/** The clauses of those segments of an organization that have one of the ids. */
export function findSegmentClauses(
  db: Database,
  organizationId: number,
  ids: readonly number[],
): Promise<readonly z.infer<typeof segmentClauses>[]> {
  return db.any(sql.type(segmentClauses)`
    select segments.id, segments.clause
    from segments
    join mailing_lists l on l.id = segments.mailing_list_id and l.deleted_at is null
    where l.organization_id = ${organizationId} and segments.id = any(${sql.array([...ids], 'int8')})
  `);
}

/** Lists the references from segments of a list to others. */
export function listSegmentReferences(
  db: Database,
  mailingListId: number,
): Promise<readonly z.infer<typeof reference>[]> {
  return db.any(sql.type(reference)`
    select segments.id as "from", referred::bigint as "to"
    from segments
    cross join jsonb_path_query(clause, '$.** ? (@.type == "in_segment").segment_id') referred
    where mailing_list_id = ${mailingListId}
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
          and ${unfinished})
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
