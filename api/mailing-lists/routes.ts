import { createDeletionCode } from '../../engine/db/lists/list-deletion-codes.ts';
import { countMailingLists, listMailingLists } from '../../engine/db/lists/mailing-lists.ts';
import { changeMailingList, createMailingList } from '../../engine/lists/mailing-lists.ts';
import { z } from 'zod/v4';
import { wrapped, wrappedChanges } from '../http/attributes.ts';
import { PAGES_OF_2000, readPage, WHOLE } from '../http/paging.ts';
import { renderedTime } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import { renderTime } from '../http/times.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { mailingListInput, readMailingList } from './input.ts';
import { requireMailingList } from './lookups.ts';
import { mailingListRecord, renderMailingList } from './record.ts';

const tag = 'Mailing lists';

export default [
  route({
    method: 'POST',
    path: '/mailing_lists',
    operationId: 'createMailingList',
    permission: 'mailing_list.create',
    tag,
    summary: 'Adds a mailing list.',
    body: wrapped('mailing_list', mailingListInput),
    example: { mailing_list: { name: 'News', d_from_email: 'news@example.com' } },
    answer: mailingListRecord,
    handle: async ({ caller: { organizationId }, db }, { body }) => {
      const created = await createMailingList(db, organizationId, (lookups) =>
        readMailingList(body, { organizationId, current: null, lookups }),
      );
      return renderMailingList(created);
    },
  }),
  route({
    method: 'GET',
    path: '/mailing_lists/:id/delete_confirmation_code',
    operationId: 'createMailingListDeletionCode',
    permission: 'mailing_list.delete',
    tag,
    summary: 'Creates the confirmation code that deleting a mailing list needs. It works once, within two minutes.',
    answer: z.object({ delete_confirmation_code: z.string(), delete_confirmation_expires_at: renderedTime }).meta({
      id: 'DeleteConfirmationCode',
      examples: [
        {
          delete_confirmation_code: 'e796c28fc834eff9bab547a8169c8c02b2a7a0ae:1772443946',
          delete_confirmation_expires_at: '2026-03-02T09:32:26Z',
        },
      ],
    }),
    handle: async (request, _input, reply) => {
      const { server: app, caller } = request;
      const list = await requireMailingList(request, request.params.id);
      const purpose = { mailingListId: list.id, organizationId: caller.organizationId };
      const { code, expiresAt } = await createDeletionCode(request.db, purpose, app.config.deleteCodeValidityMs);
      void reply.header('cache-control', 'no-store');
      return {
        delete_confirmation_code: code,
        delete_confirmation_expires_at: renderTime(expiresAt, caller.timeZone),
      };
    },
  }),
  ...deletionRoutes,
  route({
    method: 'GET',
    path: '/mailing_lists',
    operationId: 'listMailingLists',
    permission: 'any',
    tag,
    summary: 'Lists mailing lists: all of them, or a page.',
    paging: { ...PAGES_OF_2000, isOptional: true } as const,
    answer: z.array(mailingListRecord),
    handle: ({ caller: { organizationId }, read }, { paging }) =>
      readPage(read, paging, {
        list: (db) => listMailingLists(db, organizationId, paging ?? WHOLE),
        count: (db) => countMailingLists(db, organizationId),
        render: renderMailingList,
      }),
  }),
  route({
    method: 'PUT',
    path: '/mailing_lists/:id',
    operationId: 'updateMailingList',
    permission: 'mailing_list.update',
    tag,
    summary: 'Updates a mailing list. Attributes that are not sent keep their values.',
    body: wrappedChanges('mailing_list', mailingListInput),
    example: { mailing_list: { name: 'Good news' } },
    answer: mailingListRecord,
    handle: async (request, input) => {
      const list = await requireMailingList(request, request.params.id);
      const { body } = input;
      const updated = await changeMailingList(request.db, list, (current, lookups) =>
        readMailingList(body, { organizationId: list.organizationId, current, lookups }),
      );
      return renderMailingList(updated);
    },
  }),
];
