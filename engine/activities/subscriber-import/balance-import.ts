import { readBalance } from '../../db/imports/chunk-ledger.ts';
import type { Balance } from '../../../machines/import-guards.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';

/** Reads from the ledger how many records an import has, and how many have an outcome. */
export function balanceImport({ pool }: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<Balance> => readBalance(pool, importId);
}
