import type { Database } from '../db/core/slonik.ts';
import { findReferred } from '../db/fixtures/references.ts';
import { SluiceError } from '../platform/errors.ts';

/** Finds an organization by id or name and returns its id. @throws SluiceError when there is none, or several of that name */
export async function findOrganizationId(db: Database, reference: number | string): Promise<number> {
  const scope = { organizationId: null, mailingListId: null };
  const [found, another] = await findReferred(db, 'organization', reference, scope);
  if (found === undefined) throw new SluiceError('not_found', `There is no organization ${JSON.stringify(reference)}.`);
  if (another === undefined) return found.id;
  throw new SluiceError(
    'multiple_records_found',
    `Several organizations are called ${JSON.stringify(reference)}: give the id of one of them.`,
  );
}
