import type { FastifyInstance } from 'fastify';
import { removeColumnRuleSet } from '../../../engine/lists/column-rule-sets.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { requireColumnRuleSet } from '../lookups.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Deletes a set of column rules. Imports keep the rules that they were created with.',
  answer: null,
};

/** Deletes a set of column rules. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/column_rule_sets/:id',
    described('deleteColumnRuleSet', operation),
    async (request) => {
      await removeColumnRuleSet(request.db, (db) => requireColumnRuleSet(db, request));
      return success(null);
    },
  );

  done();
}
