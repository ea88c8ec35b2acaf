import { lockOrganization } from '../db/accounts/organizations.ts';
import type { Database } from '../db/core/slonik.ts';

/**
 * Runs a transaction that holds an organization's row: names that must be free in the whole organization, and references
 * between its records, are checked and written by one transaction at a time.
 */
export function inOrganization<Result>(
  db: Database,
  organizationId: number,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    return work(transaction);
  });
}
