import type { FastifyInstance } from 'fastify';
import { insertUser, isUserEmailTaken } from '../../../engine/db/accounts/users.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readUser, userInput } from '../input.ts';
import { renderUser, userRecord } from '../record.ts';
import { refusingTakenEmail } from '../changes.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Users',
  summary: 'Adds a user.',
  body: objectOf({ user: userInput }),
  example: {
    user: {
      full_name: 'Ann Berg',
      email: 'ann@example.com',
      active: true,
      role: 'standard',
      password1: 'correct horse',
      password2: 'correct horse',
    },
  },
  answer: userRecord,
};

/** Adds a user to the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/users', described('createUser', operation), async (request) => {
    const { caller, body } = request;
    const { organizationId } = caller;
    const { user, password } = await readUser(attributesOf(body, 'user', userInput), {
      current: null,
      organizationId,
      caller,
      termsAndConditions: app.config.termsAndConditions,
      isEmailTaken: (email) => isUserEmailTaken(request.db, email, null),
    });
    const passwordHash = await app.hashPassword(request, password ?? '');
    const created = await refusingTakenEmail(() => insertUser(request.db, organizationId, user, passwordHash));
    return success(renderUser(created, caller.timeZone));
  });

  done();
}
