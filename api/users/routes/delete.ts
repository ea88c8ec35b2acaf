import type { FastifyInstance } from 'fastify';
import { deleteUser } from '../../../engine/db/accounts/users.ts';
import { success } from '../../http/envelope.ts';
import { requireUserToChange } from '../changes.ts';
import { described } from '../../openapi/operation.ts';

/** Deletes a user, whose address is free again. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/users/:id',
    described({ tag: 'Users', summary: 'Deletes a user.', answer: null }),
    async (request) => {
      await app.db.transaction(async (db) => {
        const { id } = await requireUserToChange(db, request);
        await deleteUser(db, id);
      });
      return success(null);
    },
  );

  done();
}
