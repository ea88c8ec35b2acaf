import type { FastifyRequest } from 'fastify';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import type { Database } from '../../engine/db/core/slonik.ts';
import { lockUser } from '../../engine/db/accounts/users.ts';
import type { User } from '../../engine/db/accounts/users.ts';
import { NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import { NotAllowed } from '../http/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';
import { EMAIL_TAKEN } from './input.ts';

/**
 * The user a path names, held for a change until the transaction ends.
 * @throws NotFound; NotAllowed where a lesser caller would get hold of a system administrator by a new password.
 */
export async function requireUserToChange(
  db: Database,
  { caller, params }: FastifyRequest<{ Params: { id: string } }>,
): Promise<User> {
  const user = await lockUser(db, idOf(params.id, 'user'), reachOf(caller));
  if (user === null) throw new NotFound('user');
  if (user.role === 'system_admin' && caller.role !== 'system_admin') {
    throw new NotAllowed('only system administrators change a system administrator');
  }
  return user;
}

/** Runs a write, and reports an address that a concurrent call took first. @throws ValidationFailed */
export async function refusingTakenEmail<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
    throw new ValidationFailed(EMAIL_TAKEN, { cause: error });
  }
}
