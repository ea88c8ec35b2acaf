import type { FastifyInstance } from 'fastify';
import { lockApiKey, updateApiKey } from '../../../engine/db/api-keys.ts';
import { NotFound } from '../../../engine/errors.ts';
import { apiKeyReachOf } from '../../account-lookups.ts';
import { success } from '../../envelope.ts';
import { idOf } from '../../parameters.ts';
import { apiKeyInput, readApiKey } from '../../schemas/api-key-input.ts';
import { renderApiKey } from '../../schemas/api-key-record.ts';
import { attributesOf } from '../../schemas/attributes.ts';

/** Changes what is sent of a key, at once: the next call with it meets its new role, or 401. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>('/api_keys/:id', async ({ params, body, caller }) => {
    const updated = await app.db.transaction(async (db) => {
      const current = await lockApiKey(db, idOf(params.id, 'API key'), apiKeyReachOf(caller));
      if (current === null) throw new NotFound('API key');
      const { organizationId } = current;
      const key = readApiKey(attributesOf(body, 'api_key', apiKeyInput), { current, organizationId, caller });
      await app.forgetCaller(current.credentialHash);
      return updateApiKey(db, current.id, key);
    });
    return success(renderApiKey(updated, app.secrets));
  });

  done();
}
