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
  summary: 'Updates the attributes that are sent of an API key, with immediate effect.',
  body: objectOf({ api_key: apiKeyInput.partial() }),
  example: { api_key: { active: false } },
  answer: apiKeyRecord,
};

/** Updates the attributes that are sent of a key: the next call with it has the new role, or is answered 401. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>(
    '/api_keys/:id',
    described('updateApiKey', operation),
    async ({ body, caller, db, params }) => {
      const key = { id: idOf(params.id, 'API key'), reach: apiKeyReachOf(caller) };
      const read = (current: ApiKey) => {
        const { organizationId } = current;
        return readApiKey(attributesOf(body, 'api_key', apiKeyInput), { current, organizationId, caller });
      };
      const updated = await changeApiKey(db, key, read, (hash) => app.forgetCaller(hash));
      return success(renderApiKey(updated, app.secrets));
    },
  );

  done();
}
