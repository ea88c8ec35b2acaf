import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countApiKeys, listApiKeys } from '../../../engine/db/api-keys.ts';
import { requireOrganization } from '../../account-lookups.ts';
import { success } from '../../envelope.ts';
import { cutPage, countedPage, PAGES_OF_100, readPaging } from '../../paging.ts';
import { choiceOf, textOf } from '../../parameters.ts';
import { requireSystemAdmin } from '../../plugins/app/authentication.ts';
import { renderApiKey } from '../../schemas/api-key-record.ts';

/** The keys of the caller's organization, or for system administrators of another one. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/api_keys', (request) => answer(request, request.caller.organizationId));

  for (const path of ['/organizations/:id/api_keys', '/organization/:id/api_keys']) {
    app.get<{ Params: { id: string } }>(path, async (request) => {
      requireSystemAdmin(request.caller);
      return answer(request, await requireOrganization(app, request.params.id));
    });
  }

  async function answer({ query, caller }: FastifyRequest, organizationId: number) {
    const reach = { organizationId, systemAdmins: caller.role === 'system_admin' };
    const name = { is: textOf(query, 'name'), contains: textOf(query, 'name_contains') };
    const orderBy = choiceOf(query, 'order_by', ['id', 'name'], 'id');
    const paging = readPaging(query, { ...PAGES_OF_100, tokens: true, tokensWithText: orderBy !== 'id' });
    const [found, records] = await Promise.all([
      listApiKeys(app.db, reach, name, { ...paging, orderBy, limit: paging.perPage + 1 }),
      countApiKeys(app.db, reach, name),
    ]);
    const { page, next } = cutPage(found, paging, (key) => (orderBy === 'name' ? key.name : null));
    return success(
      page.map((key) => renderApiKey(key, app.secrets)),
      { ...countedPage(paging, records), next_page_token: next },
    );
  }

  done();
}
