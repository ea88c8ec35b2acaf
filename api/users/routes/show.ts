import type { FastifyInstance } from 'fastify';
import { findUser } from '../../../engine/db/accounts/users.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { idOf } from '../../http/parameters.ts';
import { reachOf } from '../../http/reach.ts';
import { renderUser, userRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';

/** One user. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/users/:id',
    described('getUser', { tag: 'Users', summary: 'Shows a user.', answer: userRecord }),
    async ({ caller, db, params }) => {
      const user = await findUser(db, idOf(params.id, 'user'), reachOf(caller));
      if (user === null) throw new NotFound('user');
      return success(renderUser(user, caller.timeZone));
    },
  );

  done();
}
