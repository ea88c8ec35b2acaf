import { beforeAll, describe, expect, it } from 'vitest';
import { addList } from '../support/import-rows.ts';
import { buildSegmentApi } from './support.ts';
import type { Segment, SegmentApi } from './support.ts';

const ACTIVE = { type: 'subscriber_status', operator: 'is', value: 'active' };

describe('segments', () => {
  let segments: SegmentApi;
  let api: SegmentApi['api'];
  let other: SegmentApi['other'];
  let listId: number;
  beforeAll(async () => {
    segments = await buildSegmentApi();
    ({ api, other, listId } = segments);
  });
  const create: SegmentApi['create'] = (...values) => segments.create(...values);
  const show: SegmentApi['show'] = (...values) => segments.show(...values);
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
});
