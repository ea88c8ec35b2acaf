import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countApiKeys, listApiKeys } from '../../../engine/db/accounts/api-keys.ts';
import { requireOrganization } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { cutPage, countedPage, PAGES_OF_100, readPaging, readCounted, renderInTurns } from '../../http/paging.ts';
import { requireSystemAdmin } from '../../http/reach.ts';
import { apiKeyRecord, renderApiKey } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { queryChoice, queryText, readQuery } from '../../http/query.ts';
import { objectOf } from '../../http/values.ts';
import { z } from 'zod/v4';

const filters = objectOf({
  name: queryText.describe('Exactly this name.'),
  name_contains: queryText.describe('A part of the name.'),
  order_by: queryChoice(['id', 'name'], 'id'),
});
const rules = { ...PAGES_OF_100, tokens: true };
const operation = {
  tag: 'API keys',
  summary: 'Lists API keys.',
  query: filters,
  paging: rules,
  answer: z.array(apiKeyRecord),
};

/** Both spellings are in use. */
const PATHS_OF_ONE = {
  listApiKeysInOrganization: '/organizations/:id/api_keys',
  listApiKeysInOrganizationByOtherPath: '/organization/:id/api_keys',
};

/** The keys of the caller's organization, or for system administrators of another one. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/api_keys', described('listApiKeys', operation), (request) =>
    answer(request, request.caller.organizationId),
  );

  for (const [operationId, path] of Object.entries(PATHS_OF_ONE)) {
    app.get<{ Params: { id: string } }>(
      path,
      described(operationId, { ...operation, isForSystemAdmins: true }),
      async (request) => {
        requireSystemAdmin(request.caller);
        return answer(request, await requireOrganization(request, request.params.id));
      },
    );
  }

  async function answer({ caller, query, read }: FastifyRequest, organizationId: number) {
    const reach = { organizationId, systemAdmins: caller.role === 'system_admin' };
    const { name: is, name_contains: contains, order_by: orderBy } = readQuery(query, filters);
    const name = { is, contains };
    const paging = readPaging(query, { ...rules, tokensWithText: orderBy !== 'id' });
    const [found, records] = await readCounted(
      read,
      (db) => listApiKeys(db, reach, name, { ...paging, orderBy, limit: paging.perPage + 1 }),
      (db) => countApiKeys(db, reach, name),
    );
    const { page, next } = cutPage(found, paging, (key) => (orderBy === 'name' ? key.name : null));
    return success(await renderInTurns(page, (key) => renderApiKey(key, app.secrets)), {
      ...countedPage(paging, records),
      next_page_token: next,
    });
  }

  done();
}
