import type { FastifyInstance } from 'fastify';
import { countMailingLists, listMailingLists } from '../../../engine/db/lists/mailing-lists.ts';
import { success } from '../../http/envelope.ts';
import { countedPage, isPagingAskedFor, PAGES_OF_2000, readPaging, readCounted } from '../../http/paging.ts';
import { mailingListRecord, renderMailingList } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { z } from 'zod/v4';

const rules = { ...PAGES_OF_2000, isOptional: true };
const operation = {
  tag: 'Mailing lists',
  summary: 'Lists mailing lists: all of them, unless a page is asked for.',
  paging: rules,
  answer: z.array(mailingListRecord),
};

/** The lists of the caller's organization: all of them, unless a page is asked for. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get(
    '/mailing_lists',
    described('listMailingLists', operation),
    async ({ caller: { organizationId }, query, read }) => {
      if (!isPagingAskedFor(query)) {
        const lists = await read((db) => listMailingLists(db, organizationId, { offset: 0, limit: null }));
        return success(lists.map(renderMailingList));
      }
      const paging = readPaging(query, rules);
      const [lists, records] = await readCounted(
        read,
        (db) => listMailingLists(db, organizationId, paging),
        (db) => countMailingLists(db, organizationId),
      );
      return success(lists.map(renderMailingList), countedPage(paging, records));
    },
  );

  done();
}
