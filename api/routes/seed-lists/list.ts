import type { FastifyInstance } from 'fastify';
import { countSeedLists, listSeedLists } from '../../../engine/db/seed-lists.ts';
import { success } from '../../envelope.ts';
import { countedPage, PAGES_OF_2000, readPaging } from '../../paging.ts';
import { choiceOf } from '../../parameters.ts';
import { renderSeedList } from '../../schemas/seed-list-record.ts';

/** The seed lists of the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/seed_lists', async ({ caller: { organizationId }, query }) => {
    const orderBy = choiceOf(query, 'order_by', ['id', 'name'], 'id');
    const paging = readPaging(query, PAGES_OF_2000);
    const [lists, records] = await Promise.all([
      listSeedLists(app.db, organizationId, { orderBy, ...paging }),
      countSeedLists(app.db, organizationId),
    ]);
    return success(lists.map(renderSeedList), countedPage(paging, records));
  });

  done();
}
