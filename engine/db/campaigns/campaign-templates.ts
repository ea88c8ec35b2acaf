import { z } from 'zod';
import { BOUNDS } from '../../domain/bounds.ts';
import { seedListName } from '../lists/seed-lists.ts';
import { sendingNameColumns } from '../lists/sending-references.ts';
import { readPage } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { EMAIL_FORMATS } from '../../domain/subscribers.ts';

const content = z.object({
  id: z.number(),
  name: z.string(),
  subject: z.string(),
  format: z.enum(EMAIL_FORMATS),
  html: z.string(),
  text: z.string(),
});
export type TemplateContent = z.infer<typeof content>;

const template = z.object({
  id: z.number(),
  organizationId: z.number(),
  organizationName: z.string(),
  mailingListId: z.number(),
  mailingListName: z.string(),
  name: z.string(),
  segmentId: z.number().nullable(),
  segmentName: z.string().nullable(),
  remoteSql: z.string().nullable(),
  /** By id. */
  contents: z.array(content),
  /** Under the specification's names; null when never set. */
  dispatch: z.record(z.unknown()).nullable(),
  seedLists: z.array(seedListName),
  virtualMta: z.string().nullable(),
  urlDomain: z.string().nullable(),
  bounceEmail: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type CampaignTemplate = z.infer<typeof template>;

/** Attributes of a template to write; contents whose id is null get the next ids. */
export interface TemplateAttributes {
  name: string;
  segmentId: number | null;
  remoteSql: string | null;
  contents: readonly (Omit<TemplateContent, 'id'> & { id: number | null })[];
  dispatch: Record<string, unknown> | null;
  seedListIds: readonly number[];
}

const selection = sql.fragment`
  select t.id, t.organization_id as "organizationId", o.name as "organizationName", l.id as "mailingListId",
    l.name as "mailingListName", t.name, t.segmentation_criteria_id as "segmentId", s.name as "segmentName",
    t.segmentation_criteria_remote_sql as "remoteSql", t.contents, t.dispatch,
    (select coalesce(jsonb_agg(jsonb_build_object('id', seeds.id, 'name', seeds.name) order by seeds.id), '[]')
     from seed_lists seeds where seeds.id = any(t.seed_list_ids)) as "seedLists",
    ${sendingNameColumns({
      virtual_mta: sql.fragment`t.dispatch ->> 'virtual_mta_id'`,
      url_domain: sql.fragment`t.dispatch ->> 'url_domain_id'`,
      bounce_email: sql.fragment`t.dispatch ->> 'bounce_email_id'`,
    })},
    t.created_at as "createdAt", t.updated_at as "updatedAt"
  from campaign_templates t
  join organizations o on o.id = t.organization_id
  join mailing_lists l on l.id = t.mailing_list_id and l.deleted_at is null
  left join segments s on s.id = t.segmentation_criteria_id`;

/** Templates of one list, or (`mailingListId` null) of every list of the organization. */
export interface TemplateFilter {
  organizationId: number;
  mailingListId: number | null;
}

/** A template as lists show it: without its contents, which may be large. */
const templateHead = template.pick({
  id: true,
  organizationId: true,
  mailingListId: true,
  mailingListName: true,
  name: true,
  segmentId: true,
});
export type TemplateHead = z.infer<typeof templateHead>;

/** A page of templates by id; `limit` null reads all of them. @throws RequestedTooMany beyond `listBytes` */
export function listTemplates(
  db: Database,
  { organizationId, mailingListId }: TemplateFilter,
  page: { offset: number; limit: number | null },
): Promise<readonly TemplateHead[]> {
  return readPage(
    db,
    templateHead,
    sql.fragment`
    select t.id, t.organization_id as "organizationId", l.id as "mailingListId", l.name as "mailingListName", t.name,
      t.segmentation_criteria_id as "segmentId"
    from campaign_templates t
    join mailing_lists l on l.id = t.mailing_list_id and l.deleted_at is null
    where t.organization_id = ${organizationId} and (${mailingListId}::bigint is null or l.id = ${mailingListId})
    order by t.id
    limit ${page.limit} offset ${page.offset}`,
    BOUNDS.listBytes.max,
  );
}

export async function countTemplates(db: Database, { organizationId, mailingListId }: TemplateFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)
    from campaign_templates t
    join mailing_lists l on l.id = t.mailing_list_id and l.deleted_at is null
    where t.organization_id = ${organizationId} and (${mailingListId}::bigint is null or l.id = ${mailingListId})
  `);
}

/** The template of that id; `organizationId` null looks in every organization. */
export function findTemplate(
  db: Database,
  id: number,
  organizationId: number | null,
): Promise<CampaignTemplate | null> {
  return db.maybeOne(sql.type(template)`
    ${selection}
    where t.id = ${id} and (${organizationId}::bigint is null or t.organization_id = ${organizationId})
  `);
}

/** Adds a template and answers its id. */
export async function insertTemplate(
  db: Database,
  list: { organizationId: number; id: number },
  attributes: TemplateAttributes,
): Promise<number> {
  const id = await db.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into campaign_templates (organization_id, mailing_list_id, name)
    values (${list.organizationId}, ${list.id}, ${attributes.name})
    returning id
  `);
  await updateTemplate(db, id, attributes);
  return id;
}

export async function updateTemplate(db: Database, id: number, attributes: TemplateAttributes): Promise<void> {
  const { dispatch } = attributes;
  await db.query(sql.unsafe`
    update campaign_templates
    set name = ${attributes.name}, segmentation_criteria_id = ${attributes.segmentId},
      segmentation_criteria_remote_sql = ${attributes.remoteSql}, updated_at = now(),
      contents = (
        select coalesce(jsonb_agg(jsonb_set(sent, '{id}', to_jsonb(id)) order by id), '[]')
        from (
          select sent, coalesce((sent ->> 'id')::bigint, nextval('campaign_content_ids')) as id
          from jsonb_array_elements(${JSON.stringify(attributes.contents)}::jsonb) sent
        ) numbered
      ),
      dispatch = ${dispatch === null ? null : JSON.stringify(dispatch)}::jsonb,
      seed_list_ids = ${sql.array([...attributes.seedListIds], 'int8')}
    where id = ${id}
  `);
}
