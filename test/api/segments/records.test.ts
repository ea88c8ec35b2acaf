import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

interface Segment {
  id: number;
  name: string;
  description: string;
  criteria_sql: string;
  clause: Record<string, unknown>[];
}

const ACTIVE = { type: 'subscriber_status', operator: 'is', value: 'active' };

describe('segments', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  let listId: number;
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
    listId = await addList(api, { name: 'News' });
  });

  let names = 0;
  const create = (attributes: object = {}, query = '', list = listId, key?: string) => {
    const segmentation_criteria = { name: `Segment ${++names}`, clause: [], ...attributes };
    return api.call<Segment>('POST', `/mailing_lists/${list}/segments${query}`, { segmentation_criteria }, key);
  };
  const update = (id: unknown, segmentation_criteria: unknown, key?: string) =>
    api.call<Segment>('PUT', `/segments/${String(id)}`, { segmentation_criteria }, key);
  const show = (id: unknown, key?: string) => api.call<Segment>('GET', `/segments/${String(id)}`, undefined, key);
  const remove = (id: unknown, key?: string) => api.call('DELETE', `/segments/${String(id)}`, undefined, key);
  const query = (text: string, values: unknown[]) => api.database.pool.query(text, values);

  describe('POST /mailing_lists/:mailing_list_id/segments', () => {
    it('answers the record with clause, keys in order, which GET /segments/:id shows as well', async () => {
      const { data, status } = await create({ name: ' Actives ', clause: [ACTIVE] });
      expect(status).toBe(200);
      expect(JSON.stringify(data)).toBe(
        JSON.stringify({
          id: data.id,
          mailing_list_id: listId,
          name: 'Actives',
          description: 'All of the following criteria ... (Status is Active)',
          clause: [ACTIVE],
        }),
      );
      expect((await show(data.id)).data).toEqual(data);
    });

    it.each(['is in', 'is_not_in', 'is active in', 'is_not_active_in'])(
      'in_mailing_list takes the operator %s, and the list by id, by name or as mailing_list_id',
      async (operator) => {
        for (const target of [
          { mailing_list_id: listId },
          { mailing_list: { id: listId, name: 'ignored' } },
          { mailing_list: { name: 'NEWS' } },
        ]) {
          const { data } = await create({ clause: [{ type: 'in_mailing_list', operator, ...target }] });
          expect(data.clause).toEqual([
            {
              type: 'in_mailing_list',
              operator: operator.replaceAll('_', ' '),
              mailing_list_id: listId,
              mailing_list: { id: listId, name: 'News' },
            },
          ]);
          expect(data.description).toBe(
            `All of the following criteria ... (Subscriber ${operator.replaceAll('_', ' ').replace(/ in$/, ' in the mailing list')} "News")`,
          );
        }
      },
    );

    it('describes groups within groups, and a segment without clauses', async () => {
      const clause = [ACTIVE, { type: 'any', clauses: [{ type: 'all', clauses: [ACTIVE] }, ACTIVE] }];
      const { data } = await create({ clause });
      expect(data.clause).toEqual(clause);
      expect(data.description).toBe(
        'All of the following criteria ... (Status is Active) (Any of the following criteria ... ' +
          '(All of the following criteria ... (Status is Active)) (Status is Active))',
      );
      expect((await create()).data.description).toBe('All active subscribers');
    });

    it.each(['true', '1'])('include_sql=%s adds criteria_sql, which Postgres takes', async (value) => {
      const clause = [
        { type: 'subscriber_email', operator: 'contains', value: "o'x\\" },
        { ...ACTIVE, operator: 'is not' },
      ];
      const { data } = await create({ clause }, `?include_sql=${value}`);
      expect(data.criteria_sql).toMatch(/^select subscribers\.id from subscribers where .*o''x/);
      await expect(query(data.criteria_sql, [])).resolves.toMatchObject({ rowCount: 0 });
    });

    it('include_sql is false by default, and must be a boolean', async () => {
      expect((await create()).data).not.toHaveProperty('criteria_sql');
      expect((await create({}, '?include_sql=false')).data).not.toHaveProperty('criteria_sql');
      expect(await create({}, '?include_sql=maybe')).toMatchObject({ error_code: 'invalid_request' });
    });

    it.each([
      [{ name: null }, 'name cannot be blank'],
      [{ name: ' ' }, 'name cannot be blank'],
      [{ name: 'n'.repeat(256) }, 'name is too long (maximum is 255 characters)'],
      [{ name: 'TAKEN' }, 'name has already been taken'],
      [{ clause: null }, 'clause cannot be blank'],
      [{ clause: {} }, 'clause must be an array'],
      [{ clause: ['x'] }, 'clause.0 must be a JSON object'],
      [{ clause: [{ type: 'any' }] }, 'clause.0.clauses must be an array'],
      [{ clause: [{ type: 'subscriber_status', value: 'active' }] }, 'clause.0.operator cannot be blank'],
      [{ clause: [{ ...ACTIVE, operator: 'like' }] }, 'clause.0.operator must be one of is, is not'],
      [{ clause: [{ ...ACTIVE, value: 'dead' }] }, /^clause\.0\.value must be one of active, /],
      [
        { clause: [{ type: 'all', clauses: [{ ...ACTIVE, value: 3 }] }] },
        /^clause\.0\.clauses\.0\.value must be one of/,
      ],
      [{ clause: [{ type: 'subscriber_email', operator: 'is', value: ' ' }] }, 'clause.0.value cannot be blank'],
      [
        { clause: [{ type: 'subscriber_date_subscribed', operator: 'on', value: '2024-02-30' }] },
        'clause.0.value must be a date in the form YYYY-MM-DD',
      ],
      [{ clause: [{ type: 'in_mailing_list', operator: 'is in' }] }, /^clause\.0\.mailing_list must be the id/],
      [
        { clause: [{ type: 'in_mailing_list', operator: 'is in', mailing_list_id: 999_999 }] },
        /^clause\.0\.mailing_list must be the id/,
      ],
      [
        { clause: [{ type: 'in_segment', operator: 'is in', segment: { id: 999_999 } }] },
        /^clause\.0\.segment must be/,
      ],
      [
        { clause: [{ type: 'custom_field', operator: 'is', value: 'x', custom_field: { name: 'No' } }] },
        'clause.0.custom_field must be the id or the name of a custom field',
      ],
    ])('refuses %j', async (attributes, message) => {
      if (message === 'name has already been taken') await create({ name: 'Taken' });
      const answer = await create(attributes);
      expect(answer).toMatchObject({ status: 200, success: false, data: null, error_code: 'validation_failed' });
      expect(answer.error_message).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message);
    });

    it("another organization's list in a clause is unknown", async () => {
      const clause = [{ type: 'in_mailing_list', operator: 'is in', mailing_list_id: listId }];
      const theirs = await addList(api, {}, other.key);
      expect(await create({ clause }, '', theirs, other.key)).toMatchObject({ error_code: 'validation_failed' });
    });

    it.each([{ type: 'portion' }, { type: 7 }, {}])(
      'invalid_request: a segment clause of an unsupported kind: %j',
      async (clause) => {
        expect(await create({ clause: [ACTIVE, clause] })).toMatchObject({
          status: 200,
          error_code: 'invalid_request',
        });
      },
    );

    it('refuses clauses that are nested too deeply, and too many of them', async () => {
      let clause: object = ACTIVE;
      for (let depth = 0; depth < 11; depth++) clause = { type: 'all', clauses: [clause] };
      expect(await create({ clause: [clause] })).toMatchObject({ error_code: 'validation_failed' });
      expect(await create({ clause: Array.from({ length: 1001 }, () => ACTIVE) })).toMatchObject({
        error_code: 'invalid_request',
      });
    });

    it('invalid_request: a missing wrapper key', async () => {
      const path = `/mailing_lists/${listId}/segments`;
      expect(await api.call('POST', path, { segment: { name: 'x', clause: [] } })).toMatchObject({
        error_code: 'invalid_request',
      });
    });
  });

  describe('GET /segments and GET /mailing_lists/:mailing_list_id/segments', () => {
    it('answer id, mailing_list_id, name and description by id, filtered by name and name_contains', async () => {
      const { key } = await api.addOrganization();
      const [one, two] = [await addList(api, {}, key), await addList(api, {}, key)];
      for (const name of ['Beta', 'Alpha_1']) await create({ name, clause: [ACTIVE] }, '', one, key);
      await create({ name: 'beta' }, '', two, key);
      const list = (path: string) => api.call<Segment[]>('GET', path, undefined, key);
      const namesOf = async (path: string) => (await list(path)).data.map(({ name }) => name);

      const all = await list('/segments');
      expect(all).toMatchObject({ page: 0, per_page: 2000, num_records: 3, num_pages: 1 });
      expect(Object.keys(all.data[0] ?? {})).toEqual(['id', 'mailing_list_id', 'name', 'description']);
      expect(await namesOf('/segments')).toEqual(['Beta', 'Alpha_1', 'beta']);
      expect(await namesOf(`/mailing_lists/${one}/segments`)).toEqual(['Beta', 'Alpha_1']);
      expect(await namesOf('/segments?name=BETA')).toEqual(['Beta', 'beta']);
      expect(await namesOf('/segments?name_contains=A_')).toEqual(['Alpha_1']);
      expect(await namesOf('/segments?page=1&per_page=2')).toEqual(['beta']);
      expect((await list('/segments?per_page=2001')).error_code).toBe('requested_too_many');
      expect((await list('/segments?page=x')).error_code).toBe('invalid_request');
      expect((await list(`/mailing_lists/${listId}/segments`)).error_code).toBe('not_found');
    });
  });

  describe('PUT /segments/:id', () => {
    it('gives the segment a name and clauses, both required', async () => {
      const { data } = await create({ clause: [ACTIVE] });
      expect((await update(data.id, { name: 'Renamed', clause: [] })).data).toMatchObject({
        name: 'Renamed',
        clause: [],
      });
      expect((await update(data.id, { name: 'x' })).error_message).toBe('clause cannot be blank');
      expect((await update(data.id, { clause: [] })).error_message).toBe('name cannot be blank');
      expect((await update(data.id, { name: 'RENAMED', clause: [] })).success).toBe(true);
    });

    it('cannot make a segment refer to itself, over others neither', async () => {
      const inner = (await create()).data;
      const outer = (await create({ clause: [{ type: 'in_segment', operator: 'is in', segment: { id: inner.id } }] }))
        .data;
      for (const id of [inner.id, outer.id]) {
        const clause = [{ type: 'in_segment', operator: 'is not in', segment: { id } }];
        expect(await update(inner.id, { name: 'Loop', clause })).toMatchObject({
          error_code: 'validation_failed',
          error_message: 'clause.0.segment would make the segment refer to itself',
        });
      }
    });
  });

  describe('DELETE /segments/:id', () => {
    it('answers an empty success, and the name is free again', async () => {
      const { data } = await create({ name: 'Gone' });
      expect(await remove(data.id)).toMatchObject({ status: 200, success: true, data: null });
      expect(await remove(data.id)).toMatchObject({ error_code: 'not_found' });
      expect((await create({ name: 'Gone' })).success).toBe(true);
    });

    it.each([
      ['scheduled', 'validation_failed'],
      ['idle', 'validation_failed'],
      ['finished', null],
    ])('while a campaign that is %s uses the segment answers %s', async (state, error_code) => {
      const { id } = (await create()).data;
      await query(
        `insert into campaigns (organization_id, mailing_list_id, name, segmentation_criteria_id, state)
         values (1, $1, 'c', $2, $3)`,
        [listId, id, state],
      );
      expect(await remove(id)).toMatchObject({ status: 200, data: null, error_code });
    });

    it('while an autoresponder or another segment uses the segment answers validation_failed', async () => {
      const { id } = (await create()).data;
      await query(
        `insert into autoresponders (mailing_list_id, name, trigger, segmentation_criteria_id)
         values ($1, 'a', 'subscription', $2)`,
        [listId, id],
      );
      expect(await remove(id)).toMatchObject({ error_code: 'validation_failed' });
      const inner = (await create()).data;
      await create({
        clause: [{ type: 'any', clauses: [{ type: 'in_segment', operator: 'is in', segment_id: inner.id }] }],
      });
      expect(await remove(inner.id)).toMatchObject({ error_code: 'validation_failed' });
    });
  });

  it.each(['999999', '0', 'x'])('answers not_found to the id %s', async (id) => {
    for (const answer of [await show(id), await update(id, { name: 'x', clause: [] }), await remove(id)]) {
      expect(answer).toMatchObject({ status: 200, data: null, error_code: 'not_found' });
    }
  });

  it("answers not_found to another organization's segment, unless a system administrator asks", async () => {
    const { id } = (await create()).data;
    for (const answer of [
      await show(id, other.key),
      await update(id, { name: 'x', clause: [] }, other.key),
      await remove(id, other.key),
    ]) {
      expect(answer).toMatchObject({ error_code: 'not_found' });
    }
    const theirs = await create({}, '', await addList(api, {}, other.key), other.key);
    expect((await show(theirs.data.id)).success).toBe(true);
  });

  it('not available on remote lists: invalid_request', async () => {
    const remote = await addList(api);
    await query('update mailing_lists set is_remote_list = true where id = $1', [remote]);
    expect(await create({}, '', remote)).toMatchObject({ error_code: 'invalid_request' });
    expect(await api.call('GET', `/mailing_lists/${remote}/segments`)).toMatchObject({ error_code: 'invalid_request' });
  });
});
