import { describe, expect, it } from 'vitest';
import { mergeStatement } from '../../../engine/db/imports/merge-sql.ts';
import { querySummary } from '../../../engine/tracing/query-summary.ts';
import { DEFAULTS } from '../../support/import-options.ts';

describe('the summary of a statement', () => {
  it.each([
    ['select', "select * from subscribers where email = 'from secrets'", 'select subscribers'],
    ['joins and lists of tables', 'select 1 from a, b as x join c on x.id = c.id where d = 1', 'select a b c'],
    [
      'a subquery',
      'select d from (select * from orders o join customers c on true), more',
      'select select orders customers more',
    ],
    [
      'an insert',
      'insert into logs (a, b) select a, b from rows on conflict do update set a = 1',
      'insert logs select rows',
    ],
    ['an update', 'UPDATE "mailing lists" set a = $1', 'UPDATE "mailing lists"'],
    ['a delete', 'delete from parts using jobs where parts.id = jobs.id', 'delete parts jobs'],
    ['row locks', 'select id from jobs order by id for update', 'select jobs'],
    ['functions', 'select extract(epoch from due) from unnest($1::int[]) as ids, tasks', 'select tasks'],
    ['comparisons', 'select 1 from a where b is distinct from c', 'select a'],
    [
      'subqueries with names',
      'with x as materialized (select 1 from a) delete from b where id in (select id from x)',
      'select a delete b select',
    ],
    ['comments', '-- from nowhere\nselect 1 from a', 'select a'],
    ['definitions', 'create unlogged table if not exists staging.import_42 (id bigint)', 'create staging.import_?'],
    ['transactions', 'begin', 'begin'],
    ['several statements', 'begin; delete from a', 'begin delete a'],
  ])('has the commands and tables of %s', (_of, statement, summary) => {
    expect(querySummary(statement)).toBe(summary);
  });

  it('has no ids of imports', () => {
    const { text } = mergeStatement({
      importId: 4711,
      mailingListId: 12,
      partition: 'subscribers',
      chunk: 7,
      slice: { number: 0, afterKey: null, upToKey: null },
      indexes: 1,
      options: { ...DEFAULTS, overwrite: true },
      list: { hasFormat: true, hasConfirmed: true, hasAlternateKey: true },
      defaults: null,
      overwrites: null,
      limit: null,
      locking: false,
      isLogged: true,
      autoresponders: { onAdded: [], onUpdated: [] },
    });
    const summary = querySummary(text);

    expect(summary).toContain('select staging.import_?_?');
    expect(summary).toContain('insert subscribers');
    expect(summary).toContain('insert import_logs');
    expect(summary).not.toMatch(/\d/);
  });

  it('keeps whole names within 255 characters', () => {
    const tables = Array.from({ length: 60 }, (_, i) => `table_${'abcdefghij'[i % 10]}`);
    const summary = querySummary(`select 1 from ${tables.join(', ')}`);

    expect(summary.length).toBeLessThanOrEqual(255);
    expect(summary.split(' ').slice(1)).toEqual(tables.slice(0, 31));
  });
});
