import type { FastifyInstance } from 'fastify';
import { lockApiKey, updateApiKey } from '../../../engine/db/accounts/api-keys.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { apiKeyReachOf } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { idOf } from '../../http/parameters.ts';
import { apiKeyInput, readApiKey } from '../input.ts';
import { apiKeyRecord, renderApiKey } from '../record.ts';
import { attributesOf } from '../../http/attributes.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'API keys',
  summary: 'Changes what is sent of an API key, at once.',
  body: objectOf({ api_key: apiKeyInput.partial() }),
  example: { api_key: { active: false } },
  answer: apiKeyRecord,
};

/** Changes what is sent of a key, at once: the next call with it meets its new role, or 401. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>('/api_keys/:id', described(operation), async ({ params, body, caller }) => {
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
