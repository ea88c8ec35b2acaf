import type { Connection } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

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
