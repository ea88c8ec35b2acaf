import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { changeColumnRuleSet } from '../../../engine/lists/column-rule-sets.ts';
import { attributesOf } from '../../http/attributes.ts';
import { success } from '../../http/envelope.ts';
import { objectOf } from '../../http/values.ts';
import { described } from '../../openapi/operation.ts';
import { columnRuleSetInput, readColumnRuleSet } from '../input.ts';
import { requireColumnRuleSet } from '../lookups.ts';
import { columnRuleSetRecord, renderColumnRuleSet } from '../record.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Changes what is sent of a set of column rules. Imports keep the rules that they were created with.',
  body: objectOf({ column_rule_set: columnRuleSetInput.partial() }),
  example: { column_rule_set: { columns: { status: { values: { Ja: 'active', Nein: 'unsubscribed' } } } } },
  answer: columnRuleSetRecord,
};

/** Changes what is sent of a set of column rules. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>(
    '/column_rule_sets/:id',
    described('updateColumnRuleSet', operation),
    async (request) => {
      await requireColumnRuleSet(request.db, request);
      const attributes = attributesOf(request.body, 'column_rule_set', columnRuleSetInput);
      const find = (db: Database) => requireColumnRuleSet(db, request);
      const updated = await changeColumnRuleSet(request.db, find, (current, isNameTaken) =>
        readColumnRuleSet(attributes, current, isNameTaken),
      );
      return success(renderColumnRuleSet(updated, request.caller.timeZone));
    },
  );

  done();
}
