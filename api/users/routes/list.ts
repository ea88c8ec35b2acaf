import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countUsers, listUsers } from '../../../engine/db/accounts/users.ts';
import type { User } from '../../../engine/db/accounts/users.ts';
import { requireOrganization } from '../organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { countedPage, cutPage, PAGES_OF_2000, readPaging, readCounted } from '../../http/paging.ts';
import { reachOf } from '../../http/reach.ts';
import { renderUser, userRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { queryChoice, queryText, readQuery } from '../../http/query.ts';
import { objectOf } from '../../http/values.ts';
import { z } from 'zod/v4';

const filters = objectOf({
  full_name: queryText,
  full_name_contains: queryText,
  email: queryText,
  email_contains: queryText,
  order_by: queryChoice(['id', 'full_name', 'email'], 'id'),
});
const rules = { ...PAGES_OF_2000, tokens: true };
const operation = {
  tag: 'Users',
  summary: 'Lists users: to system administrators those of all organizations.',
  query: filters,
  paging: rules,
  answer: z.array(userRecord),
};

/** The users of the caller's organization; to system administrators those of all, or of any other one. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/users', described('listUsers', operation), (request) => answer(request, reachOf(request.caller)));

  app.get<{ Params: { id: string } }>(
    '/organizations/:id/users',
    described('listUsersInOrganization', { ...operation, summary: 'Lists the users of one organization.' }),
    async (request) => answer(request, await requireOrganization(request, request.params.id)),
  );

  async function answer({ caller, query, read }: FastifyRequest, organizationId: number | null) {
    const asked = readQuery(query, filters);
    const orderBy = asked.order_by;
    const filter = {
      fullName: { is: asked.full_name, contains: asked.full_name_contains },
      email: { is: asked.email, contains: asked.email_contains },
    };
    const paging = readPaging(query, { ...rules, tokensWithText: orderBy !== 'id' });
    const [found, records] = await readCounted(
      read,
      (db) => listUsers(db, organizationId, filter, { ...paging, orderBy, limit: paging.perPage + 1 }),
      (db) => countUsers(db, organizationId, filter),
    );
    const { page, next } = cutPage(found, paging, ORDER_TEXT[orderBy]);
    return success(
      page.map((user) => renderUser(user, caller.timeZone)),
      { ...countedPage(paging, records), next_page_token: next },
    );
  }

  done();
}

const ORDER_TEXT = {
  id: () => null,
  full_name: ({ fullName }: User) => fullName,
  email: ({ email }: User) => email,
};
