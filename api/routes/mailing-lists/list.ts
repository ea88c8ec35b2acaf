import type { FastifyInstance } from 'fastify';
import { countMailingLists, listMailingLists } from '../../../engine/db/mailing-lists.ts';
import { success } from '../../envelope.ts';
import { countedPage, isPagingAskedFor, PAGES_OF_2000, readPaging } from '../../paging.ts';
import { renderMailingList } from '../../schemas/mailing-list-record.ts';

/** The lists of the caller's organization: all of them, unless a page is asked for. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/mailing_lists', async ({ caller: { organizationId }, query }) => {
    if (!isPagingAskedFor(query)) {
      const lists = await listMailingLists(app.db, organizationId, { offset: 0, limit: null });
      return success(lists.map(renderMailingList));
    }
    const paging = readPaging(query, PAGES_OF_2000);
    const [lists, records] = await Promise.all([
      listMailingLists(app.db, organizationId, paging),
      countMailingLists(app.db, organizationId),
    ]);
    return success(lists.map(renderMailingList), countedPage(paging, records));
  });

  done();
}
