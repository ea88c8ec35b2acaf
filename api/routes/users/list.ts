import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countUsers, listUsers } from '../../../engine/db/users.ts';
import type { User } from '../../../engine/db/users.ts';
import { requireOrganization } from '../../account-lookups.ts';
import { success } from '../../envelope.ts';
import { countedPage, cutPage, PAGES_OF_2000, readPaging } from '../../paging.ts';
import { choiceOf, textOf } from '../../parameters.ts';
import { reachOf, requireSystemAdmin } from '../../plugins/app/authentication.ts';
import { renderUser } from '../../schemas/user-record.ts';

/** The users of the caller's organization; to system administrators those of all, or of another one. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/users', (request) => answer(request, reachOf(request.caller)));

  app.get<{ Params: { id: string } }>('/organizations/:id/users', async (request) => {
    requireSystemAdmin(request.caller);
    return answer(request, await requireOrganization(app, request.params.id));
  });

  async function answer({ query, caller }: FastifyRequest, organizationId: number | null) {
    const filter = {
      fullName: { is: textOf(query, 'full_name'), contains: textOf(query, 'full_name_contains') },
      email: { is: textOf(query, 'email'), contains: textOf(query, 'email_contains') },
    };
    const orderBy = choiceOf(query, 'order_by', ['id', 'full_name', 'email'], 'id');
    const paging = readPaging(query, { ...PAGES_OF_2000, tokens: true, tokensWithText: orderBy !== 'id' });
    const [found, records] = await Promise.all([
      listUsers(app.db, organizationId, filter, { ...paging, orderBy, limit: paging.perPage + 1 }),
      countUsers(app.db, organizationId, filter),
    ]);
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
