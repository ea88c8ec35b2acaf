import type { FastifyRequest } from 'fastify';
import { changeOwnPassword } from '../../engine/accounts/own-password.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import { objectOf, text } from '../http/values.ts';
import { passwordInput, readPassword } from '../users/password-input.ts';
import { userOf } from './user-of.ts';

/** Request body of a user's own new password. */
export const ownPasswordInput = objectOf({
  current_password: text.describe('The present password of the user.'),
  ...passwordInput.shape,
});

/** Changes the password of the user that makes the call. @throws ValidationFailed; TooManyCalls; InvalidRequest for an API key */
export async function changePassword(
  request: FastifyRequest,
  body: Attributes<typeof ownPasswordInput>,
): Promise<void> {
  const { server: app, caller, db } = request;
  const userId = userOf(caller);
  const current = body.demand('current_password') ?? '';
  const password = readPassword(body.as(passwordInput), { isRequired: true }) ?? '';
  body.check();
  const presentHash = await app.checkOwnPassword(request, userId, current);
  if (presentHash === null || caller.sessionId === null) throw new ValidationFailed(REFUSED);
  const newHash = await app.hashPassword(request, password);
  if (!(await changeOwnPassword(db, { userId, sessionId: caller.sessionId, presentHash, newHash }))) {
    throw new ValidationFailed(REFUSED);
  }
  request.log.info({ userId, sessionId: caller.sessionId }, 'a user changed the own password');
}

const REFUSED = 'current_password is wrong, or too many wrong passwords have locked you out for a while';
