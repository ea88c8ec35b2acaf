import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { changeUser } from '../../../engine/accounts/users.ts';
import type { ReadUserChange } from '../../../engine/accounts/users.ts';
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
  app.put<{ Params: { id: string } }>('/users/:id', described('updateUser', operation), async (request) => {
    const { caller, body } = request;
    const read: ReadUserChange = (current, isEmailTaken) =>
      readUser(attributesOf(body, 'user', userInput), {
        current,
        organizationId: current.organizationId,
        caller,
        termsAndConditions: app.config.termsAndConditions,
        isEmailTaken,
      });
    const find = (db: Database) => requireUserToChange(db, request);
    const changed = await refusingTakenEmail(() =>
      changeUser(request.db, find, read, (password) => app.hashPassword(request, password)),
    );
    return success(renderUser(changed, caller.timeZone));
  });

  done();
}
