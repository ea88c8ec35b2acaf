import type { Connection } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';

/** By what jobs are found in the Temporal UI's lists. */
export const SEARCH_ATTRIBUTES = {
  jobState: defineSearchAttributeKey('JobState', SearchAttributeType.KEYWORD),
  jobHealth: defineSearchAttributeKey('JobHealth', SearchAttributeType.KEYWORD),
  stuckCause: defineSearchAttributeKey('StuckCause', SearchAttributeType.KEYWORD),
  organizationId: defineSearchAttributeKey('OrganizationId', SearchAttributeType.INT),
  mailingListId: defineSearchAttributeKey('MailingListId', SearchAttributeType.INT),
  importId: defineSearchAttributeKey('ImportId', SearchAttributeType.INT),
} as const;

/** Numbers of temporal.api.enums.v1.IndexedValueType. */
const INDEXED_VALUE_TYPES = { KEYWORD: 2, INT: 3 } as const;

/** Registers the search attributes of our jobs that the namespace lacks. */
export async function ensureSearchAttributes(
  connection: Connection | NativeConnection,
  namespace: string,
): Promise<void> {
  const { operatorService } = connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => customAttributes[name] === undefined);
  if (missing.length === 0) return;
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map(({ name, type }) => [name, INDEXED_VALUE_TYPES[type]])),
  });
}
