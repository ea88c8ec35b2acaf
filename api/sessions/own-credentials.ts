import type { FastifyRequest } from 'fastify';
import { changeOwnEmail, changeOwnPassword } from '../../engine/accounts/own-credentials.ts';
import { isUserEmailTaken } from '../../engine/db/accounts/users.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import { objectOf, text } from '../http/values.ts';
import { refusingTakenEmail } from '../users/changes.ts';
import { emailInput, readEmail } from '../users/input.ts';
import { passwordInput, readPassword } from '../users/password-input.ts';
import { userOf } from './user-of.ts';

/** The password by which a user confirms a change. */
const presentPassword = { current_password: text.describe('The current password of the user.') };

/** Request body of a user's own new password. */
export const ownPasswordInput = objectOf({ ...presentPassword, ...passwordInput.shape });

/** Request body of a user's own new address. */
export const ownEmailInput = objectOf({ ...presentPassword, ...emailInput.shape });

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
  if (presentHash === null || caller.sessionId === null) throw new ValidationFailed(WRONG_PASSWORD);
  const newHash = await app.hashPassword(request, password);
  if (!(await changeOwnPassword(db, { userId, sessionId: caller.sessionId, presentHash, newHash }))) {
    throw new ValidationFailed(WRONG_PASSWORD);
  }
  request.log.info({ userId, sessionId: caller.sessionId }, 'a user changed the own password');
}

/** Changes the address of the user that makes the call. @throws ValidationFailed; TooManyCalls; InvalidRequest for an API key */
export async function changeEmail(request: FastifyRequest, body: Attributes<typeof ownEmailInput>): Promise<void> {
  const { server: app, caller, db } = request;
  const userId = userOf(caller);
  const current = body.demand('current_password') ?? '';
  const isEmailTaken = (email: string) => isUserEmailTaken(db, email, userId);
  const email = (await readEmail(body.as(emailInput), { isEmailTaken })) ?? '';
  body.check();
  const presentHash = await app.checkOwnPassword(request, userId, current);
  const isChanged =
    presentHash !== null && (await refusingTakenEmail(() => changeOwnEmail(db, { userId, presentHash, email })));
  if (!isChanged) throw new ValidationFailed(WRONG_PASSWORD);
  request.log.info({ userId, sessionId: caller.sessionId }, 'a user changed the own address');
}

const WRONG_PASSWORD = 'current_password is wrong, or too many wrong passwords have locked you out for a while';
