import type { FastifyInstance } from 'fastify';
import { removeApiKey } from '../../../engine/accounts/api-keys.ts';
import { apiKeyReachOf } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { idOf } from '../../http/parameters.ts';
import { described } from '../../openapi/operation.ts';

/** Deletes a key with immediate effect; it may be the caller's own. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/api_keys/:id',
    described('deleteApiKey', { tag: 'API keys', summary: 'Deletes an API key with immediate effect.', answer: null }),
    async ({ caller, db, params }) => {
      const key = { id: idOf(params.id, 'API key'), reach: apiKeyReachOf(caller) };
      await removeApiKey(db, key, (hash) => app.forgetCaller(hash));
      return success(null);
    },
  );

  done();
}
