import type { FastifyInstance } from 'fastify';
import { isUserEmailTaken, updateUser } from '../../../engine/db/users.ts';
import { hashPassword } from '../../../engine/secrets/password-hash.ts';
import { success } from '../../envelope.ts';
import { attributesOf } from '../../schemas/attributes.ts';
import { readUser, userInput } from '../../schemas/user-input.ts';
import { renderUser, userRecord } from '../../schemas/user-record.ts';
import { refusingTakenEmail, requireUserToChange } from '../../user-changes.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../schemas/values.ts';

const operation = {
  tag: 'Users',
  summary: 'Changes what is sent of a user.',
  body: objectOf({ user: userInput.partial() }),
  example: { user: { active: false } },
  answer: userRecord,
};

/** Changes what is sent of a user. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>('/users/:id', described(operation), async (request) => {
    const { caller, body } = request;
    const change = app.db.transaction(async (db) => {
      const current = await requireUserToChange(db, request);
      const { user, password } = await readUser(attributesOf(body, 'user', userInput), {
        current,
        organizationId: current.organizationId,
        caller,
        termsAndConditions: app.config.termsAndConditions,
        isEmailTaken: (email) => isUserEmailTaken(db, email, current.id),
      });
      return updateUser(db, current.id, user, password === null ? null : await hashPassword(password));
    });
    return success(renderUser(await refusingTakenEmail(() => change), caller.timeZone));
  });

  done();
}
