import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../../support/engine.ts';
import type { TestEngine } from '../../support/engine.ts';
import { exportList } from '../../support/exports.ts';
import { createList, succeed } from '../../support/imports.ts';
import { FIELDS, randomSegments, randomSubscribers } from './random-segments.ts';
import type { RandomClause, RandomSubscriber } from './random-segments.ts';
import { expectedIn, referredFrom } from './segment-model.ts';

const RUNS = 8;

describe('a segment', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('has the same subscribers when it is counted, listed and exported as in a model in memory', async () => {
    await fc.assert(
      fc.asyncProperty(randomSubscribers, randomSegments, async (subscribers, segments) => {
        const { list, other } = await listsOf(subscribers);
        const ids: number[] = [];
        for (const [at, clauses] of segments.entries()) {
          const clause = clauses.map((each) => sentOf(each, at, { other, ids }));
          const expected = expectedIn(at, segments, subscribers);
          const counted = await post(`/mailing_lists/${list}/segments/count`, { clause });
          expect(counted.number_of_subscribers).toBe(expected.length);
          ids.push((await post(`/mailing_lists/${list}/segments`, { name: `Segment ${at}`, clause })).id as number);
        }
        const found = await Promise.all(ids.map((id) => subscribersOf(list, id)));
        for (const [at, { listed, count, exported }] of found.entries()) {
          const expected = expectedIn(at, segments, subscribers);
          expect({ listed, count, exported }).toEqual({ listed: expected, count: expected.length, exported: expected });
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  const post = async (path: string, segmentation_criteria: unknown) =>
    succeed(await engine.call('POST', path, { segmentation_criteria })).data;

  async function subscribersOf(list: number, segment: number) {
    const path = `/mailing_lists/${list}/subscribers?segment_id=${segment}&per_page=500`;
    const { data } = succeed(await engine.call('GET', path));
    const { data: count } = succeed(await engine.call('GET', `/segments/${segment}/subscriber_count`));
    const file = await exportList(engine, list, { segment_id: segment, columns: ['email'] });
    const [, ...exported] = file.trimEnd().split('\n');
    return {
      listed: (data as { email: string }[]).map(({ email }) => email).sort(),
      count: count.number_of_subscribers as number,
      exported: exported.sort(),
    };
  }

  let lists = 0;

  /** A list with these subscribers, and another one that has some of them. */
  async function listsOf(subscribers: readonly RandomSubscriber[]) {
    const list = await createList(engine, `Random ${lists}`, FIELDS, { has_format: true });
    const other = await createList(engine, `Other ${lists++}`);
    const { data: fields } = succeed(await engine.call('GET', `/mailing_lists/${list}/custom_fields`));
    await insert(
      list,
      subscribers.map(({ subscribed, values, ...subscriber }) => ({
        ...subscriber,
        subscribed: `${subscribed}T12:00:00Z`,
        values: storedValues(values, fields),
      })),
    );
    const there = subscribers.filter(({ elsewhere }) => elsewhere !== null);
    await insert(
      other,
      there.map(({ email, elsewhere }) => ({ email, status: elsewhere, format: null, values: {} })),
    );
    return { list, other };
  }

  async function insert(list: number, rows: readonly object[]): Promise<void> {
    await engine.pool.query(
      `insert into subscribers (mailing_list_id, key, email, status, email_format, subscribe_time, custom_fields)
       select $1, lower(email), email, status::subscriber_status, format::email_format, coalesce(subscribed, now()), values
         from jsonb_to_recordset($2)
           as (email text, status text, format text, subscribed timestamptz, values jsonb)`,
      [list, JSON.stringify(rows)],
    );
  }
});

/** Values by the id of their field; choices by their ids. */
function storedValues(values: RandomSubscriber['values'], fields: readonly any[]): Record<string, unknown> {
  const stored = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const { id, options = [] } = fields.find((field) => field.name === name);
    const optionId = (chosen: string) => options.find((option: any) => option.name === chosen).id as number;
    if (value === null) return [];
    if (name === 'Pet') return [[id, optionId(String(value))]];
    return [[id, Array.isArray(value) ? value.map(optionId) : value]];
  });
  return Object.fromEntries(stored);
}

/** A clause as the API takes it. */
function sentOf(clause: RandomClause, at: number, known: { other: number; ids: readonly number[] }): object {
  if ('clauses' in clause) return { ...clause, clauses: clause.clauses.map((inner) => sentOf(inner, at, known)) };
  if ('before' in clause) {
    const place = referredFrom(at, clause.before);
    const { type, operator } = clause;
    return place === null ? { type: 'all', clauses: [] } : { type, operator, segment: { id: known.ids[place] } };
  }
  if ('field' in clause) {
    const { field, ...others } = clause;
    return { ...others, custom_field: { name: field } };
  }
  return 'value' in clause ? clause : { ...clause, mailing_list: { id: known.other } };
}
