import type { FastifyInstance } from 'fastify';
import { resetLockout } from '../../../engine/accounts/users.ts';
import { success } from '../../http/envelope.ts';
import { requireUserToChange } from '../changes.ts';
import { described } from '../../openapi/operation.ts';
import { z } from 'zod/v4';

const operation = {
  tag: 'Users',
  summary: 'Lets in a user whom too many wrong passwords have locked out.',
  body: z.object({}).optional(),
  answer: z
    .object({ result: z.enum(['lockout_cleared', 'not_locked_out']) })
    .meta({ id: 'LockoutReset', examples: [{ result: 'lockout_cleared' }] }),
};

/** Lets in a user whom too many wrong passwords have locked out. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>(
    '/users/:id/reset_password_failure_lockout',
    described('resetPasswordFailureLockout', operation),
    async (request) => {
      const wasLockedOut = await resetLockout(request.db, (db) => requireUserToChange(db, request));
      return success({ result: wasLockedOut ? 'lockout_cleared' : 'not_locked_out' });
    },
  );

  done();
}
