import type { FastifyInstance } from 'fastify';
import { countSeedLists, listSeedLists } from '../../../engine/db/lists/seed-lists.ts';
import { success } from '../../http/envelope.ts';
import { countedPage, PAGES_OF_2000, readPaging, readCounted } from '../../http/paging.ts';
import { renderSeedList, seedListRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { queryChoice, readQuery } from '../../http/query.ts';
import { objectOf } from '../../http/values.ts';
import { z } from 'zod/v4';

const order = objectOf({ order_by: queryChoice(['id', 'name'], 'id') });
const operation = {
  tag: 'Seed lists',
  summary: 'Lists seed lists.',
  query: order,
  paging: PAGES_OF_2000,
  answer: z.array(seedListRecord),
};

/** The seed lists of the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/seed_lists', described('listSeedLists', operation), async ({ caller: { organizationId }, query, read }) => {
    const { order_by: orderBy } = readQuery(query, order);
    const paging = readPaging(query, PAGES_OF_2000);
    const [lists, records] = await readCounted(
      read,
      (db) => listSeedLists(db, organizationId, { orderBy, ...paging }),
      (db) => countSeedLists(db, organizationId),
    );
    return success(lists.map(renderSeedList), countedPage(paging, records));
  });

  done();
}
