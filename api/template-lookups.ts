import type { FastifyRequest } from 'fastify';
import { findTemplate } from '../engine/db/campaign-templates.ts';
import type { CampaignTemplate, TemplateAttributes } from '../engine/db/campaign-templates.ts';
import type { MailingList } from '../engine/db/mailing-lists.ts';
import { findSeedListNames } from '../engine/db/seed-lists.ts';
import { findSegment } from '../engine/db/segments.ts';
import type { Database } from '../engine/db/slonik.ts';
import { InvalidRequest, NotFound } from '../engine/errors.ts';
import { idOf } from './parameters.ts';
import { reachOf } from './plugins/app/authentication.ts';
import type { Attributes } from './schemas/attributes.ts';
import { readSeedListChoice } from './schemas/seed-list-choice.ts';
import { readContents } from './schemas/template-contents-input.ts';
import { readDispatch } from './schemas/template-dispatch-input.ts';
import { arrayOf, nameText, text, wholeNumber } from './schemas/values.ts';

/** The template a path names, if the caller reaches it. @throws NotFound */
export async function requireTemplate(
  db: Database,
  { caller, params }: FastifyRequest<{ Params: { id: string } }>,
): Promise<CampaignTemplate> {
  const found = await findTemplate(db, idOf(params.id, 'template'), reachOf(caller));
  if (found === null) throw new NotFound('template');
  return found;
}

/** Reads a template to create or (`current`) update. @throws ValidationFailed; InvalidRequest */
export async function readTemplate(
  db: Database,
  attributes: Attributes,
  list: Pick<MailingList, 'id' | 'organizationId' | 'isRemoteList'>,
  current: CampaignTemplate | null,
): Promise<TemplateAttributes> {
  const name = current !== null && !attributes.has('name') ? current.name : attributes.demand('name', nameText(255));
  const segment = await readSegmentChoice(db, attributes, list, current);
  const contents = readContents(attributes, current?.contents ?? []);
  const before = { dispatch: current?.dispatch ?? null, seedListIds: current?.seedLists.map(({ id }) => id) ?? [] };
  const delivery =
    (attributes.raw('dispatch_attributes') ?? null) === null
      ? before
      : await readDelivery(db, attributes.within('dispatch_attributes'), list.organizationId, before);
  attributes.check();
  return { name: name ?? '', ...segment, contents, ...delivery };
}

async function readSegmentChoice(
  db: Database,
  attributes: Attributes,
  list: Pick<MailingList, 'id' | 'organizationId' | 'isRemoteList'>,
  current: CampaignTemplate | null,
): Promise<{ segmentId: number | null; remoteSql: string | null }> {
  const [id, sql] = ['segmentation_criteria_id', 'segmentation_criteria_remote_sql'];
  if ((attributes.raw(id) ?? null) !== null && (attributes.raw(sql) ?? null) !== null) {
    throw new InvalidRequest(`${id} and ${sql} must not be sent together`);
  }
  const segmentId = attributes.has(id) ? attributes.find(id, wholeNumber(1)) : (current?.segmentId ?? null);
  const remoteSql = attributes.has(sql) ? attributes.find(sql, remoteSqlText) : (current?.remoteSql ?? null);
  if (attributes.has(id) && segmentId !== null) {
    const segment = await findSegment(db, segmentId, list.organizationId);
    if (segment?.mailingListId !== list.id) attributes.refuse(id, 'is not a segment of the list');
  }
  if (remoteSql !== null && !list.isRemoteList) attributes.refuse(sql, 'is for remote lists only');
  return { segmentId, remoteSql };
}

const remoteSqlText = text.transform((sql) => (sql.trim() === '' ? null : sql));

type Delivery = Pick<TemplateAttributes, 'dispatch' | 'seedListIds'>;

async function readDelivery(
  db: Database,
  sent: Attributes,
  organizationId: number,
  before: Delivery,
): Promise<Delivery> {
  const choices = ['seed_list_id', 'seed_list_name', 'seed_list_ids', 'seed_list_names'].filter((name) =>
    sent.has(name),
  );
  if (choices.length > 1) throw new InvalidRequest(`${choices.join(' and ')} must not be sent together`);
  const find = (wanted: Parameters<typeof findSeedListNames>[2]) => findSeedListNames(db, organizationId, wanted);
  const called = { ids: 'seed_list_ids', names: 'seed_list_names', shown: 'seed_lists' };
  const seedListIds = await readSeedListChoice(asPlural(sent), called, find);
  const dispatch = await readDispatch(sent, before.dispatch, { db, organizationId });
  return { dispatch, seedListIds: seedListIds === null ? before.seedListIds : [...new Set(seedListIds)] };
}

/** The deprecated single attributes, read as a list of one. */
function asPlural(sent: Attributes): Attributes {
  const single = sent.has('seed_list_id') ? 'seed_list_id' : sent.has('seed_list_name') ? 'seed_list_name' : null;
  if (single === null) return sent;
  return {
    ...sent,
    has: (name) => name === `${single}s`,
    read: (_name, schema, otherwise) => {
      const value: unknown = sent.raw(single) ?? null;
      const parsed = (single === 'seed_list_id' ? arrayOf(wholeNumber(1)) : arrayOf(text)).safeParse(
        value === null ? [] : [value],
      );
      if (!parsed.success) sent.refuse(single, parsed.error.issues[0]?.message ?? 'is wrong');
      return parsed.success ? (schema.parse(parsed.data) as typeof otherwise) : otherwise;
    },
  };
}
