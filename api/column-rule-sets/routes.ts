import { z } from 'zod/v4';
import type { Database } from '../../engine/db/core/slonik.ts';
import { countColumnRuleSets, listColumnRuleSets } from '../../engine/db/imports/column-rule-sets.ts';
import { changeColumnRuleSet, createColumnRuleSet, removeColumnRuleSet } from '../../engine/lists/column-rule-sets.ts';
import { wrapped, wrappedChanges } from '../http/attributes.ts';
import { PAGES_OF_2000, readPage } from '../http/paging.ts';
import { route } from '../http/route.ts';
import { columnRuleSetExample } from './examples.ts';
import { columnRuleSetInput, readColumnRuleSet } from './input.ts';
import { requireColumnRuleSet } from './lookups.ts';
import { columnRuleSetRecord, renderColumnRuleSet } from './record.ts';

const tag = 'Extensions';

export default [
  route({
    method: 'POST',
    path: '/column_rule_sets',
    operationId: 'createColumnRuleSet',
    permission: 'subscriber.import',
    tag,
    summary: 'Saves column rules under a name, to use in imports into any list of the organization.',
    body: wrapped('column_rule_set', columnRuleSetInput),
    example: { column_rule_set: { name: columnRuleSetExample.name, columns: columnRuleSetExample.columns } },
    answer: columnRuleSetRecord,
    handle: async ({ caller, db }, { body }) => {
      const created = await createColumnRuleSet(db, caller.organizationId, (isNameTaken) =>
        readColumnRuleSet(body, null, isNameTaken),
      );
      return renderColumnRuleSet(created, caller.timeZone);
    },
  }),
  route({
    method: 'DELETE',
    path: '/column_rule_sets/:id',
    operationId: 'deleteColumnRuleSet',
    permission: 'subscriber.import',
    tag,
    summary: 'Deletes a set of column rules. Imports keep the rules that they were created with.',
    answer: null,
    handle: async (request) => {
      await removeColumnRuleSet(request.db, (db) => requireColumnRuleSet(db, request));
      return null;
    },
  }),
  route({
    method: 'GET',
    path: '/column_rule_sets',
    operationId: 'listColumnRuleSets',
    permission: 'subscriber.import',
    tag,
    summary: 'Lists the saved sets of column rules by name.',
    paging: PAGES_OF_2000,
    answer: z.array(columnRuleSetRecord),
    handle: ({ caller: { organizationId, timeZone }, read }, { paging }) =>
      readPage(read, paging, {
        list: (db) => listColumnRuleSets(db, organizationId, paging),
        count: (db) => countColumnRuleSets(db, organizationId),
        render: (set) => renderColumnRuleSet(set, timeZone),
      }),
  }),
  route({
    method: 'GET',
    path: '/column_rule_sets/:id',
    operationId: 'getColumnRuleSet',
    permission: 'subscriber.import',
    tag,
    summary: 'Shows a saved set of column rules.',
    answer: columnRuleSetRecord,
    handle: async (request) =>
      renderColumnRuleSet(await requireColumnRuleSet(request.db, request), request.caller.timeZone),
  }),
  route({
    method: 'PUT',
    path: '/column_rule_sets/:id',
    operationId: 'updateColumnRuleSet',
    permission: 'subscriber.import',
    tag,
    summary: 'Updates a saved set of column rules. Imports keep the rules that they were created with.',
    body: wrappedChanges('column_rule_set', columnRuleSetInput),
    example: { column_rule_set: { columns: { status: { values: { Ja: 'active', Nein: 'unsubscribed' } } } } },
    answer: columnRuleSetRecord,
    handle: async (request, input) => {
      const find = (db: Database) => requireColumnRuleSet(db, request);
      await find(request.db);
      const { body } = input;
      const updated = await changeColumnRuleSet(request.db, find, (current, isNameTaken) =>
        readColumnRuleSet(body, current, isNameTaken),
      );
      return renderColumnRuleSet(updated, request.caller.timeZone);
    },
  }),
];
