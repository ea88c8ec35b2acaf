import type { FastifyInstance } from 'fastify';
import { createColumnRuleSet } from '../../../engine/lists/column-rule-sets.ts';
import { attributesOf } from '../../http/attributes.ts';
import { success } from '../../http/envelope.ts';
import { objectOf } from '../../http/values.ts';
import { described } from '../../openapi/operation.ts';
import { columnRuleSetExample } from '../examples.ts';
import { columnRuleSetInput, readColumnRuleSet } from '../input.ts';
import { columnRuleSetRecord, renderColumnRuleSet } from '../record.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Saves column rules under a name, for imports into every list of the organization.',
  body: objectOf({ column_rule_set: columnRuleSetInput }),
  example: { column_rule_set: { name: columnRuleSetExample.name, columns: columnRuleSetExample.columns } },
  answer: columnRuleSetRecord,
};

/** Adds a set of column rules to the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/column_rule_sets', described('createColumnRuleSet', operation), async ({ body, caller, db }) => {
    const attributes = attributesOf(body, 'column_rule_set', columnRuleSetInput);
    const created = await createColumnRuleSet(db, caller.organizationId, (isNameTaken) =>
      readColumnRuleSet(attributes, null, isNameTaken),
    );
    return success(renderColumnRuleSet(created, caller.timeZone));
  });

  done();
}
