import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createApiKey } from '../../../engine/accounts/api-keys.ts';
import { createCredential, hashCredential } from '../../../engine/secrets/credential.ts';
import { requireOrganization } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { requireSystemAdmin } from '../../http/reach.ts';
import { apiKeyInput, readApiKey } from '../input.ts';
import { apiKeyRecord, renderApiKey } from '../record.ts';
import { attributesOf } from '../../http/attributes.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'API keys',
  summary: 'Adds an API key.',
  body: objectOf({ api_key: apiKeyInput }),
  example: { api_key: { name: 'CRM', role: 'organization_admin', active: true } },
  answer: apiKeyRecord,
};

/** Both spellings are in use. */
const PATHS_OF_ONE = {
  createApiKeyInOrganization: '/organizations/:id/api_keys',
  createApiKeyInOrganizationByOtherPath: '/organization/:id/api_keys',
};

/** Adds a key to the caller's organization, or for system administrators to another one. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/api_keys', described('createApiKey', operation), (request) =>
    create(request, request.caller.organizationId),
  );

  for (const [operationId, path] of Object.entries(PATHS_OF_ONE)) {
    app.post<{ Params: { id: string } }>(
      path,
      described(operationId, { ...operation, isForSystemAdmins: true }),
      async (request) => {
        requireSystemAdmin(request.caller);
        return create(request, await requireOrganization(request, request.params.id));
      },
    );
  }

  async function create({ body, caller, db }: FastifyRequest, organizationId: number) {
    const key = readApiKey(attributesOf(body, 'api_key', apiKeyInput), { current: null, organizationId, caller });
    const credential = createCredential(organizationId);
    const hash = hashCredential(credential);
    const encrypted = app.secrets.seal(credential, hash);
    return success(renderApiKey(await createApiKey(db, organizationId, key, { hash, encrypted }), app.secrets));
  }

  done();
}
