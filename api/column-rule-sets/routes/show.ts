import type { FastifyInstance } from 'fastify';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { requireColumnRuleSet } from '../lookups.ts';
import { columnRuleSetRecord, renderColumnRuleSet } from '../record.ts';

const operation = { tag: 'Extensions', summary: 'Shows a saved set of column rules.', answer: columnRuleSetRecord };

/** One set of column rules. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/column_rule_sets/:id',
    described('getColumnRuleSet', operation),
    async (request) =>
      success(renderColumnRuleSet(await requireColumnRuleSet(request.db, request), request.caller.timeZone)),
  );

  done();
}
