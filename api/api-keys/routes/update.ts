import type { FastifyInstance } from 'fastify';
import { changeApiKey } from '../../../engine/accounts/api-keys.ts';
import type { ApiKey } from '../../../engine/db/accounts/api-keys.ts';
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
    const key = { id: idOf(params.id, 'API key'), reach: apiKeyReachOf(caller) };
    const read = (current: ApiKey) => {
      const { organizationId } = current;
      return readApiKey(attributesOf(body, 'api_key', apiKeyInput), { current, organizationId, caller });
    };
    const updated = await changeApiKey(app.db, key, read, (hash) => app.forgetCaller(hash));
    return success(renderApiKey(updated, app.secrets));
  });

  done();
}
