import type { FastifyInstance } from 'fastify';
import { deleteApiKey, lockApiKey } from '../../../engine/db/accounts/api-keys.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { apiKeyReachOf } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { idOf } from '../../http/parameters.ts';
import { described } from '../../openapi/operation.ts';

/** Deletes a key, at once; it may be the caller's own. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/api_keys/:id',
    described({ tag: 'API keys', summary: 'Deletes an API key, at once.', answer: null }),
    async ({ params, caller }) => {
      await app.db.transaction(async (db) => {
        const key = await lockApiKey(db, idOf(params.id, 'API key'), apiKeyReachOf(caller));
        if (key === null) throw new NotFound('API key');
        await app.forgetCaller(key.credentialHash);
        await deleteApiKey(db, key.id);
      });
      return success(null);
    },
  );

  done();
}
