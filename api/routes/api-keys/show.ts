import type { FastifyInstance } from 'fastify';
import { findApiKey } from '../../../engine/db/api-keys.ts';
import { NotFound } from '../../../engine/errors.ts';
import { apiKeyReachOf } from '../../account-lookups.ts';
import { success } from '../../envelope.ts';
import { idOf } from '../../parameters.ts';
import { renderApiKey } from '../../schemas/api-key-record.ts';

/** One key. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>('/api_keys/:id', async ({ params, caller }) => {
    const key = await findApiKey(app.db, idOf(params.id, 'API key'), apiKeyReachOf(caller));
    if (key === null) throw new NotFound('API key');
    return success(renderApiKey(key, app.secrets));
  });

  done();
}
