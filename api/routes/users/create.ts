import type { FastifyInstance } from 'fastify';
import { insertUser, isUserEmailTaken } from '../../../engine/db/users.ts';
import { hashPassword } from '../../../engine/secrets/password-hash.ts';
import { success } from '../../envelope.ts';
import { attributesOf } from '../../schemas/attributes.ts';
import { readUser, userInput } from '../../schemas/user-input.ts';
import { renderUser } from '../../schemas/user-record.ts';
import { refusingTakenEmail } from '../../user-changes.ts';

/** Adds a user to the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/users', async ({ caller, body }) => {
    const { organizationId } = caller;
    const { user, password } = await readUser(attributesOf(body, 'user', userInput), {
      current: null,
      organizationId,
      caller,
      termsAndConditions: app.config.termsAndConditions,
      isEmailTaken: (email) => isUserEmailTaken(app.db, email, null),
    });
    const passwordHash = await hashPassword(password ?? '');
    const created = await refusingTakenEmail(() => insertUser(app.db, organizationId, user, passwordHash));
    return success(renderUser(created, caller.timeZone));
  });

  done();
}
