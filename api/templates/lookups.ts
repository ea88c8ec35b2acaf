import type { FastifyRequest } from 'fastify';
import { findTemplate } from '../../engine/db/campaigns/campaign-templates.ts';
import type { CampaignTemplate, TemplateAttributes } from '../../engine/db/campaigns/campaign-templates.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { TemplateChange, TemplateLookups } from '../../engine/lists/templates.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { InvalidRequest, NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';
import type { Attributes } from '../http/attributes.ts';
import { readTemplateSeedLists, templateSeedListInput } from '../seed-lists/choice.ts';
import { contentsInput, readContents } from './contents-input.ts';
import { readDispatch } from './dispatch-input.ts';
import type { dispatchInput } from './dispatch-input.ts';
import type { templateInput } from './input.ts';

/** The template a path names, if the caller reaches it. @throws NotFound */
export async function requireTemplate(
  db: Database,
  { caller, params }: FastifyRequest<{ Params: { id: string } }>,
): Promise<CampaignTemplate> {
  const found = await findTemplate(db, idOf(params.id, 'template'), reachOf(caller));
  if (found === null) throw new NotFound('template');
  return found;
}

type TemplateInput = Attributes<typeof templateInput>;

/** The list of a template, and the time zone of its organization. */
export type TemplatePlace = Pick<ListHead, 'id' | 'isRemoteList'> & { readonly timeZone: string };

/** Reads a template to create or (`current`) update. @throws ValidationFailed; InvalidRequest */
export async function readTemplate(
  attributes: TemplateInput,
  list: TemplatePlace,
  current: CampaignTemplate | null,
  lookups: TemplateLookups,
): Promise<TemplateChange> {
  const name = current !== null && !attributes.has('name') ? current.name : attributes.demand('name');
  const segment = await readSegmentChoice(attributes, list, current, lookups);
  const contents = readContents(attributes.as(contentsInput), current?.contents ?? []);
  const before = { dispatch: current?.dispatch ?? null, seedListIds: current?.seedLists.map(({ id }) => id) ?? [] };
  const delivery =
    (attributes.raw('dispatch_attributes') ?? null) === null
      ? { ...before, sendingNames: {} }
      : await readDelivery(attributes.within('dispatch_attributes'), list, before, lookups);
  attributes.check();
  const { sendingNames, ...settings } = delivery;
  return { template: { name: name ?? '', ...segment, contents, ...settings }, sendingNames };
}

async function readSegmentChoice(
  attributes: TemplateInput,
  list: Pick<ListHead, 'id' | 'isRemoteList'>,
  current: CampaignTemplate | null,
  { findSegment }: TemplateLookups,
): Promise<{ segmentId: number | null; remoteSql: string | null }> {
  const id = 'segmentation_criteria_id';
  const sql = 'segmentation_criteria_remote_sql';
  if ((attributes.raw(id) ?? null) !== null && (attributes.raw(sql) ?? null) !== null) {
    throw new InvalidRequest(`${id} and ${sql} must not be sent together`);
  }
  const segmentId = attributes.has(id) ? attributes.find(id) : (current?.segmentId ?? null);
  const remoteSql = attributes.has(sql) ? attributes.find(sql) : (current?.remoteSql ?? null);
  if (attributes.has(id) && segmentId !== null) {
    const segment = await findSegment(segmentId);
    if (segment?.mailingListId !== list.id) attributes.refuse(id, 'is not a segment of the list');
  }
  if (remoteSql !== null && !list.isRemoteList) attributes.refuse(sql, 'is for remote lists only');
  return { segmentId, remoteSql };
}

type Delivery = Pick<TemplateAttributes, 'dispatch' | 'seedListIds'>;

async function readDelivery(
  sent: Attributes<typeof dispatchInput>,
  { timeZone }: TemplatePlace,
  before: Delivery,
  lookups: TemplateLookups,
): Promise<Delivery & Pick<TemplateChange, 'sendingNames'>> {
  const seedListIds = await readTemplateSeedLists(sent.as(templateSeedListInput), lookups.findSeedLists);
  const { dispatch, sendingNames } = await readDispatch(sent, before.dispatch, { timeZone, lookups });
  return {
    dispatch,
    seedListIds: seedListIds === null ? before.seedListIds : [...new Set(seedListIds)],
    sendingNames,
  };
}
