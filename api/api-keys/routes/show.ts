import type { FastifyInstance } from 'fastify';
import { findApiKey } from '../../../engine/db/accounts/api-keys.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { apiKeyReachOf } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { idOf } from '../../http/parameters.ts';
import { apiKeyRecord, renderApiKey } from '../record.ts';
import { described } from '../../openapi/operation.ts';

/** One key. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/api_keys/:id',
    described('getApiKey', { tag: 'API keys', summary: 'Shows an API key.', answer: apiKeyRecord }),
    async ({ caller, db, params }) => {
      const key = await findApiKey(db, idOf(params.id, 'API key'), apiKeyReachOf(caller));
      if (key === null) throw new NotFound('API key');
      return success(renderApiKey(key, app.secrets));
    },
  );

  done();
}
