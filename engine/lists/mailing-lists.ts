import type { CallerIdentity } from '../db/accounts/caller.ts';
import type { Database } from '../db/core/slonik.ts';
import { listApplicableFields } from '../db/fields/custom-fields.ts';
import { hasUnfinishedImports } from '../db/imports/subscriber-imports.ts';
import { findDatabaseConnection } from '../db/lists/database-connections.ts';
import { useDeletionCode } from '../db/lists/list-deletion-codes.ts';
import { markListDeleted } from '../db/lists/list-deletion-mark.ts';
import {
  hasSubscribers,
  insertMailingList,
  isMailingListNameTaken,
  lockMailingList,
  updateMailingList,
} from '../db/lists/mailing-lists.ts';
import type { ListHead, MailingList, MailingListAttributes } from '../db/lists/mailing-lists.ts';
import { findSeedListNames } from '../db/lists/seed-lists.ts';
import type { SeedListName } from '../db/lists/seed-lists.ts';
import { findSendingName } from '../db/lists/sending-references.ts';
import type { SendingId, SendingKind } from '../db/lists/sending-references.ts';
import { hasWebForms } from '../db/lists/web-forms.ts';
import { NotFound } from '../platform/errors.ts';
import type { CustomField } from '../values/custom-field.ts';
import { inOrganization } from './in-organization.ts';
import { registerSendingNames } from './sending-names.ts';
import type { SendingNames } from './sending-names.ts';

/** A list to write; `sendingNames` are registered, and their ids go into the settings. */
export interface MailingListChange {
  readonly list: MailingListAttributes;
  readonly sendingNames: SendingNames;
}

/** Look-ups that reading a list depends on, in the transaction that writes it. */
export interface ListLookups {
  /** Whether another list of the organization has the name. */
  readonly isNameTaken: (name: string) => Promise<boolean>;
  /** The fields that apply to the list; to a new one the global fields. */
  readonly applicableFields: () => Promise<readonly CustomField[]>;
  /** Returns the obstacle to another primary key, as the object of "the list has …"; null when there is none. */
  readonly primaryKeyObstacle: () => Promise<string | null>;
  readonly findSendingName: (kind: SendingKind, id: SendingId) => Promise<string | null>;
  readonly findSeedLists: (wanted: {
    ids: readonly number[];
    names: readonly string[];
  }) => Promise<readonly SeedListName[]>;
  readonly findDatabaseConnection: (wanted: number | string) => Promise<number | null>;
}

/** Adds a list. @throws what `read` does */
export function createMailingList(
  db: Database,
  organizationId: number,
  read: (lookups: ListLookups) => Promise<MailingListChange>,
): Promise<MailingList> {
  return inOrganization(db, organizationId, async (transaction) => {
    const change = await read(lookupsOf(transaction, organizationId, null));
    return insertMailingList(transaction, organizationId, await withSendingIds(transaction, organizationId, change));
  });
}

/** Changes a list. @throws NotFound; what `read` does */
export function changeMailingList(
  db: Database,
  { id, organizationId }: Pick<ListHead, 'id' | 'organizationId'>,
  read: (current: MailingList, lookups: ListLookups) => Promise<MailingListChange>,
): Promise<MailingList> {
  return inOrganization(db, organizationId, async (transaction) => {
    // Writers of subscribers hold the row for share: none can add one between the look at them and a new primary key.
    const current = await lockMailingList(transaction, id);
    if (current === null) throw new NotFound('mailing list');
    const change = await read(current, lookupsOf(transaction, organizationId, id));
    return updateMailingList(transaction, id, await withSendingIds(transaction, organizationId, change));
  });
}

/**
 * Marks a list deleted and uses the code of the deletion.
 * @returns the key of the deletion; null when the code has expired or is used @throws NotFound
 */
export async function markDeletedWithCode(
  db: Database,
  { id, organizationId }: Pick<ListHead, 'id' | 'organizationId'>,
  { codeId, by }: { readonly codeId: number; readonly by: CallerIdentity },
): Promise<string | null> {
  return db.transaction(async (transaction) => {
    if ((await lockMailingList(transaction, id)) === null) throw new NotFound('mailing list');
    if (!(await useDeletionCode(transaction, codeId))) return null;
    return markListDeleted(transaction, { id, organizationId, by });
  });
}

function lookupsOf(db: Database, organizationId: number, mailingListId: number | null): ListLookups {
  return {
    isNameTaken: (name) => isMailingListNameTaken(db, organizationId, name, mailingListId),
    applicableFields: () => listApplicableFields(db, { organizationId, mailingListId }),
    primaryKeyObstacle: async () => (mailingListId === null ? null : obstacleOf(db, mailingListId)),
    findSendingName: (kind, id) => findSendingName(db, organizationId, kind, id),
    findSeedLists: (wanted) => findSeedListNames(db, organizationId, wanted),
    findDatabaseConnection: (wanted) => findDatabaseConnection(db, wanted),
  };
}

async function obstacleOf(db: Database, listId: number): Promise<string | null> {
  if (await hasSubscribers(db, listId)) return 'subscribers';
  // Staged rows already have the keys of their subscribers.
  if (await hasUnfinishedImports(db, listId)) return 'an unfinished import';
  return (await hasWebForms(db, listId)) ? 'a subscription form' : null;
}

async function withSendingIds(
  db: Database,
  organizationId: number,
  { list, sendingNames }: MailingListChange,
): Promise<MailingListAttributes> {
  const ids = await registerSendingNames(db, organizationId, sendingNames, (kind) => `d_${kind}_id`);
  return { ...list, settings: { ...list.settings, ...ids } };
}
