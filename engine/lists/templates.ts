import { insertTemplate, updateTemplate } from '../db/campaigns/campaign-templates.ts';
import type { CampaignTemplate, TemplateAttributes } from '../db/campaigns/campaign-templates.ts';
import type { Database } from '../db/core/slonik.ts';
import { findListHead } from '../db/lists/mailing-lists.ts';
import type { ListHead } from '../db/lists/mailing-lists.ts';
import { findSeedListNames } from '../db/lists/seed-lists.ts';
import { findSendingName } from '../db/lists/sending-references.ts';
import { findSegment } from '../db/segments/segments.ts';
import type { Segment } from '../db/segments/segments.ts';
import { NotFound } from '../platform/errors.ts';
import { inOrganization } from './in-organization.ts';
import type { ListLookups } from './mailing-lists.ts';
import { registerSendingNames } from './sending-names.ts';
import type { SendingNames } from './sending-names.ts';

/** A template to write; `sendingNames` are registered, and their ids go into the delivery settings. */
export interface TemplateChange {
  readonly template: TemplateAttributes;
  readonly sendingNames: SendingNames;
}

/** Look-ups that reading a template depends on, in the transaction that writes it. */
export interface TemplateLookups extends Pick<ListLookups, 'findSendingName' | 'findSeedLists'> {
  /** The segment of that id in the organization. */
  readonly findSegment: (id: number) => Promise<Segment | null>;
}

/** Adds a template to a list. @returns its id @throws what `read` does */
export function createTemplate(
  db: Database,
  list: ListHead,
  read: (lookups: TemplateLookups) => Promise<TemplateChange>,
): Promise<number> {
  const { organizationId } = list;
  return inOrganization(db, organizationId, async (transaction) => {
    const change = await read(lookupsOf(transaction, organizationId));
    return insertTemplate(transaction, list, await withSendingIds(transaction, organizationId, change));
  });
}

/** Changes a template. @throws NotFound when its list is deleted; what `find` and `read` do */
export async function changeTemplate(
  db: Database,
  find: (db: Database) => Promise<CampaignTemplate>,
  read: (current: CampaignTemplate, list: ListHead, lookups: TemplateLookups) => Promise<TemplateChange>,
): Promise<void> {
  const { id, organizationId, mailingListId } = await find(db);
  await inOrganization(db, organizationId, async (transaction) => {
    const list = await findListHead(transaction, mailingListId, organizationId);
    if (list === null) throw new NotFound('template');
    const change = await read(await find(transaction), list, lookupsOf(transaction, organizationId));
    await updateTemplate(transaction, id, await withSendingIds(transaction, organizationId, change));
  });
}

function lookupsOf(db: Database, organizationId: number): TemplateLookups {
  return {
    findSegment: (id) => findSegment(db, id, organizationId),
    findSendingName: (kind, id) => findSendingName(db, organizationId, kind, id),
    findSeedLists: (wanted) => findSeedListNames(db, organizationId, wanted),
  };
}

async function withSendingIds(
  db: Database,
  organizationId: number,
  { template, sendingNames }: TemplateChange,
): Promise<TemplateAttributes> {
  if (template.dispatch === null) return template;
  const ids = await registerSendingNames(db, organizationId, sendingNames, (kind) => `${kind}_id`);
  return { ...template, dispatch: { ...template.dispatch, ...ids } };
}
