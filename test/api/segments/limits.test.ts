import { beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

const MOST = BOUNDS.segmentClauses.max;
const TOO_MANY = {
  success: false,
  error_code: 'invalid_request',
  error_message: `a segment can have at most ${MOST} clauses, those of segments it refers to included`,
};

describe('segments beyond a bound', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
    await api.call('POST', `/mailing_lists/${listId}/subscribers`, { subscriber: { email: 'a@example.com' } });
  });

  let names = 0;
  const add = (clause: unknown): Promise<Answer> => {
    const segmentation_criteria = { name: `Segment ${++names}`, clause };
    return api.call('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria });
  };
  const read = (id: unknown): Promise<Answer> =>
    api.call('GET', `/mailing_lists/${listId}/subscribers?segment_id=${String(id)}`);
  const contains = (value: string) => ({ type: 'subscriber_email', operator: 'contains', value });
  const store = async (clause: unknown): Promise<number> => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      'insert into segments (mailing_list_id, name, clause) values ($1, $2, $3) returning id',
      [listId, `Segment ${++names}`, JSON.stringify(clause)],
    );
    return Number(rows[0]?.id);
  };

  it('are refused for too many clauses, those within groups counted', async () => {
    expect(await add(Array(MOST).fill(contains('x')))).toMatchObject({ success: true });
    expect(await add(Array(MOST + 1).fill(contains('x')))).toMatchObject(TOO_MANY);
    const group = { type: 'any', clauses: Array(MOST / 2).fill(contains('x')) };
    expect(await add([group, group])).toMatchObject(TOO_MANY);
  });

  it('are refused before their clauses are read, with one message', async () => {
    expect(await add(Array(50_000).fill(1))).toMatchObject(TOO_MANY);
  });

  it('name the first twenty mistakes of clauses and count the others', async () => {
    const { error_message } = await add(Array(MOST).fill(1));
    expect(error_message).toMatch(
      /^clause\.0 must be a JSON object; .*clause\.19 must be a JSON object; and 180 more$/,
    );
  });

  it('are refused for more than 64 KiB of JSON', async () => {
    expect(await add(Array(100).fill(contains('x'.repeat(1000))))).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'clause is too large (maximum is 65536 bytes of JSON)',
    });
  });

  it('show the beginning of a long description', async () => {
    const { data } = await add(Array(50).fill(contains('x'.repeat(1000))));
    expect(data.description).toHaveLength(BOUNDS.segmentDescription.max);
    expect(data.description).toMatch(/^All of the following criteria .* \(Email contains "x+…$/);
  });

  it('are refused for references that make too many clauses, be it in a chain or by mentions of mentions', async () => {
    const refer = (segment_id: number) => ({ type: 'in_segment', operator: 'is in', segment_id });
    let last = await store([contains('@')]);
    for (let at = 0; at < MOST; at++) last = await store([refer(last)]);
    expect(await read(last)).toMatchObject(TOO_MANY);
    expect(await add([refer(last)])).toMatchObject(TOO_MANY);
    last = await store([contains('@')]);
    for (let at = 0; at < 8; at++) last = await store([refer(last), refer(last)]);
    expect(await read(last)).toMatchObject(TOO_MANY);
  });

  it('ask for a blank field with any number of options', async () => {
    const custom_field = { name: 'Pet', field_type: 'select_single_radio', options: ['Cat'] };
    const field = await api.call<{ id: number }>('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field });
    await api.database.pool.query(
      `update custom_fields set options = (
         select jsonb_agg(jsonb_build_object('id', id, 'name', 'Option ' || id)) from generate_series(1, 70000) id)
       where id = $1`,
      [field.data.id],
    );
    await api.database.pool.query(
      `insert into subscribers (mailing_list_id, key, email, status, custom_fields)
       values ($1, 'b@example.com', 'b@example.com', 'active', jsonb_build_object($2::text, 70000)),
         ($1, 'c@example.com', 'c@example.com', 'active', jsonb_build_object($2::text, 70001))`,
      [listId, field.data.id],
    );
    const blank = await add([{ type: 'custom_field', operator: 'is blank', custom_field: { name: 'Pet' } }]);
    const { data } = (await read(blank.data.id)) as Answer<unknown> as Answer<{ email: string }[]>;
    expect(data.map(({ email }) => email)).toEqual(['a@example.com', 'c@example.com']);
  });
});
