import type { FastifyInstance } from 'fastify';
import { removeUser } from '../../../engine/accounts/users.ts';
import { success } from '../../http/envelope.ts';
import { requireUserToChange } from '../changes.ts';
import { described } from '../../openapi/operation.ts';

/** Deletes a user, whose address is free again. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/users/:id',
    described('deleteUser', { tag: 'Users', summary: 'Deletes a user.', answer: null }),
    async (request) => {
      await removeUser(request.db, (db) => requireUserToChange(db, request));
      return success(null);
    },
  );

  done();
}
