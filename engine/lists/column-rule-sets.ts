import type { Database } from '../db/core/slonik.ts';
import {
  countColumnRuleSets,
  deleteColumnRuleSet,
  findNamedColumnRuleSet,
  insertColumnRuleSet,
  updateColumnRuleSet,
} from '../db/imports/column-rule-sets.ts';
import type { ColumnRuleSet, ColumnRuleSetAttributes } from '../db/imports/column-rule-sets.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { ValidationFailed } from '../platform/errors.ts';
import { inOrganization } from './in-organization.ts';

/** Whether another set of the organization has the name. */
type IsNameTaken = (name: string) => Promise<boolean>;

/** Finds the set to write. @throws NotFound */
type FindSet = (db: Database) => Promise<ColumnRuleSet>;

/** Adds a set of column rules. @throws what `read` does; ValidationFailed when the organization has the most sets allowed */
export function createColumnRuleSet(
  db: Database,
  organizationId: number,
  read: (isNameTaken: IsNameTaken) => Promise<ColumnRuleSetAttributes>,
): Promise<ColumnRuleSet> {
  return inOrganization(db, organizationId, async (transaction) => {
    const set = await read(async (name) => (await findNamedColumnRuleSet(transaction, organizationId, name)) !== null);
    if ((await countColumnRuleSets(transaction, organizationId)) >= MAXIMUM) {
      throw new ValidationFailed(`the organization has ${MAXIMUM} sets of column rules: delete or change one of them`);
    }
    return insertColumnRuleSet(transaction, organizationId, set);
  });
}

/** Changes a set. Imports keep the rules that they were created with. @throws what `find` and `read` do */
export async function changeColumnRuleSet(
  db: Database,
  find: FindSet,
  read: (current: ColumnRuleSet, isNameTaken: IsNameTaken) => Promise<ColumnRuleSetAttributes>,
): Promise<ColumnRuleSet> {
  const { organizationId } = await find(db);
  return inOrganization(db, organizationId, async (transaction) => {
    const current = await find(transaction);
    const set = await read(current, async (name) => {
      const named = await findNamedColumnRuleSet(transaction, organizationId, name);
      return named !== null && named.id !== current.id;
    });
    return updateColumnRuleSet(transaction, current.id, set);
  });
}

/** Deletes a set. Imports keep the rules that they were created with. @throws what `find` does */
export async function removeColumnRuleSet(db: Database, find: FindSet): Promise<void> {
  const { organizationId } = await find(db);
  await inOrganization(db, organizationId, async (transaction) => {
    const { id } = await find(transaction);
    await deleteColumnRuleSet(transaction, id);
  });
}

const MAXIMUM = BOUNDS.columnRuleSets.max;
