import { z } from 'zod/v4';
import type { Database } from '../../engine/db/core/slonik.ts';
import { countSeedLists, listSeedLists } from '../../engine/db/lists/seed-lists.ts';
import { changeSeedList, createSeedList, removeSeedList } from '../../engine/lists/seed-lists.ts';
import { wrapped, wrappedChanges } from '../http/attributes.ts';
import { PAGES_OF_2000, readPage } from '../http/paging.ts';
import { queryChoice } from '../http/query.ts';
import { route } from '../http/route.ts';
import { objectOf } from '../http/values.ts';
import { requireSeedList } from '../users/organization-lookups.ts';
import { readSeedList, seedListInput } from './input.ts';
import { renderSeedList, seedListRecord } from './record.ts';

const tag = 'Seed lists';

export default [
  route({
    method: 'POST',
    path: '/seed_lists',
    operationId: 'createSeedList',
    permission: 'seed_list.create',
    tag,
    summary: 'Adds a seed list.',
    body: wrapped('seed_list', seedListInput),
    example: { seed_list: { name: 'Team', addresses_array: ['ann@example.com'] } },
    answer: seedListRecord,
    handle: async ({ caller: { organizationId }, db }, { body }) => {
      const created = await createSeedList(db, organizationId, (isNameTaken) => readSeedList(body, null, isNameTaken));
      return renderSeedList(created);
    },
  }),
  route({
    method: 'DELETE',
    path: '/seed_lists/:id',
    operationId: 'deleteSeedList',
    permission: 'seed_list.delete',
    tag,
    summary: 'Deletes a seed list that is not in use.',
    answer: null,
    handle: async (request) => {
      await removeSeedList(request.db, (db) => requireSeedList(db, request));
      return null;
    },
  }),
  route({
    method: 'GET',
    path: '/seed_lists',
    operationId: 'listSeedLists',
    permission: 'any',
    tag,
    summary: 'Lists seed lists.',
    query: objectOf({ order_by: queryChoice(['id', 'name'], 'id') }),
    paging: PAGES_OF_2000,
    answer: z.array(seedListRecord),
    handle: ({ caller: { organizationId }, read }, { query, paging }) =>
      readPage(read, paging, {
        list: (db) => listSeedLists(db, organizationId, { orderBy: query.order_by, ...paging }),
        count: (db) => countSeedLists(db, organizationId),
        render: renderSeedList,
      }),
  }),
  route({
    method: 'PUT',
    path: '/seed_lists/:id',
    operationId: 'updateSeedList',
    permission: 'seed_list.update',
    tag,
    summary: 'Updates a seed list. Attributes that are not sent keep their values.',
    body: wrappedChanges('seed_list', seedListInput),
    example: { seed_list: { addresses_array: ['bob@example.com'] } },
    answer: seedListRecord,
    handle: async (request, input) => {
      const find = (db: Database) => requireSeedList(db, request);
      await find(request.db);
      const { body } = input;
      const updated = await changeSeedList(request.db, find, (current, isNameTaken) =>
        readSeedList(body, current, isNameTaken),
      );
      return renderSeedList(updated);
    },
  }),
];
