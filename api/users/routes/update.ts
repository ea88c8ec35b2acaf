import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { isUserEmailTaken, updateUser } from '../../../engine/db/accounts/users.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readUser, userInput } from '../input.ts';
import { renderUser, userRecord } from '../record.ts';
import { refusingTakenEmail, requireUserToChange } from '../changes.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

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
    const read = async (db: Database) => {
      const current = await requireUserToChange(db, request);
      const { user, password } = await readUser(attributesOf(body, 'user', userInput), {
        current,
        organizationId: current.organizationId,
        caller,
        termsAndConditions: app.config.termsAndConditions,
        isEmailTaken: (email) => isUserEmailTaken(db, email, current.id),
      });
      return { id: current.id, user, password };
    };
    // A password is hashed before the user is locked: others who change that user, and the connection, do not wait for it.
    const { password } = await read(app.db);
    const passwordHash = password === null ? null : await app.hashPassword(request, password);
    const change = app.db.transaction(async (db) => {
      const { id, user } = await read(db);
      return updateUser(db, id, user, passwordHash);
    });
    return success(renderUser(await refusingTakenEmail(() => change), caller.timeZone));
  });

  done();
}
