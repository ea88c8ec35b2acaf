import type { Database } from '../db/core/slonik.ts';
import { registerSendingName } from '../db/lists/sending-references.ts';
import type { SendingId, SendingKind } from '../db/lists/sending-references.ts';

/** Names of the resources that mail is to be sent through; kinds that are referred to by id are absent. */
export type SendingNames = Readonly<Partial<Record<SendingKind, string>>>;

/** Finds the id of each name and registers the names that are unknown. @returns the ids under the names of `keyOf` */
export async function registerSendingNames(
  db: Database,
  organizationId: number,
  names: SendingNames,
  keyOf: (kind: SendingKind) => string,
): Promise<Readonly<Record<string, SendingId>>> {
  const ids: Record<string, SendingId> = {};
  for (const [kind, name] of Object.entries(names) as [SendingKind, string][]) {
    ids[keyOf(kind)] = await registerSendingName(db, organizationId, kind, name);
  }
  return ids;
}
