import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { countColumnRuleSets, listColumnRuleSets } from '../../../engine/db/imports/column-rule-sets.ts';
import { success } from '../../http/envelope.ts';
import { countedPage, PAGES_OF_2000, readCounted, readPaging } from '../../http/paging.ts';
import { described } from '../../openapi/operation.ts';
import { columnRuleSetRecord, renderColumnRuleSet } from '../record.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Lists the saved sets of column rules, by their names.',
  paging: PAGES_OF_2000,
  answer: z.array(columnRuleSetRecord),
};

/** The sets of column rules of the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/column_rule_sets', described('listColumnRuleSets', operation), async ({ caller, query, read }) => {
    const { organizationId, timeZone } = caller;
    const paging = readPaging(query, PAGES_OF_2000);
    const [sets, records] = await readCounted(
      read,
      (db) => listColumnRuleSets(db, organizationId, paging),
      (db) => countColumnRuleSets(db, organizationId),
    );
    return success(
      sets.map((set) => renderColumnRuleSet(set, timeZone)),
      countedPage(paging, records),
    );
  });

  done();
}
