import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

interface RuleSet {
  id: number;
  name: string;
  columns: Record<string, object>;
  created_at: string;
  updated_at: string;
}

const COLUMNS = {
  status: { values: { Ja: 'active', Nein: 'unsubscribed', '': 'unsubscribed' } },
  Birthday: { date_format: 'dmy', invalid: 'leave_blank', blank: 'keep', overwrite: 'if_blank' },
  Points: { decimal_mark: ',' },
};

describe('sets of column rules', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
  });
  beforeEach(() => api.database.pool.query('delete from column_rule_sets'));

  const create = (attributes: object = {}, key?: string) =>
    api.call<RuleSet>(
      'POST',
      '/column_rule_sets',
      { column_rule_set: { name: 'Shop', columns: COLUMNS, ...attributes } },
      key,
    );
  const update = (id: number, attributes: object, key?: string) =>
    api.call<RuleSet>('PUT', `/column_rule_sets/${id}`, { column_rule_set: attributes }, key);
  const show = (id: number, key?: string) => api.call<RuleSet>('GET', `/column_rule_sets/${id}`, undefined, key);
  const list = (query = '', key?: string) => api.call<RuleSet[]>('GET', `/column_rule_sets${query}`, undefined, key);
  const remove = (id: number, key?: string) => api.call('DELETE', `/column_rule_sets/${id}`, undefined, key);

  it('are created, shown, listed, changed and deleted', async () => {
    const { status, data } = await create({ name: ' Shop ' });
    expect(status).toBe(200);
    expect(data).toEqual({ ...data, name: 'Shop', columns: COLUMNS });
    expect((await show(data.id)).data).toEqual(data);

    const renamed = await update(data.id, { name: 'SHOP' });
    expect(renamed.data).toMatchObject({ id: data.id, name: 'SHOP', columns: COLUMNS, created_at: data.created_at });
    const changed = await update(data.id, { columns: { City: { overwrite: 'never' } } });
    expect(changed.data).toMatchObject({ name: 'SHOP', columns: { City: { overwrite: 'never' } } });

    const { data: second } = await create({ name: 'Fair' });
    expect(await list()).toMatchObject({ data: [second, changed.data], page: 0, per_page: 2000, num_records: 2 });
    expect(await list('?per_page=1&page=1')).toMatchObject({ data: [changed.data], num_pages: 2 });
    expect(await remove(data.id)).toMatchObject({ success: true, data: null });
    expect((await show(data.id)).error_code).toBe('not_found');
  });

  it('have no rule for a name that is null or empty', async () => {
    const { data } = await create({
      columns: { City: null, Zip: {}, status: { values: { Ja: 'active' }, blank: null } },
    });
    expect(data.columns).toEqual({ status: { values: { Ja: 'active' } } });
  });

  it.each([
    [{ name: undefined }, 'name cannot be blank'],
    [{ name: ' ' }, 'name cannot be blank'],
    [{ name: 'n'.repeat(101) }, 'name is too long (maximum is 100 characters)'],
    [{ columns: undefined }, 'columns cannot be blank'],
    [{ columns: [] }, 'columns must be a JSON object'],
    [{ columns: {} }, 'columns has no rule'],
    [{ columns: { City: null } }, 'columns has no rule'],
    [{ columns: { ' ': COLUMNS.Points } }, 'columns has a name that cannot be blank'],
    [{ columns: { 'a\0': COLUMNS.Points } }, 'columns has a name that has characters that cannot be stored'],
    [{ columns: { City: { values: { 'a\0': 'b' } } } }, 'columns has a word with characters that cannot be stored'],
    [{ columns: { City: COLUMNS.Points, ' CITY': COLUMNS.Points } }, 'columns has CITY more than once'],
    [{ columns: { City: { date_format: 'ymd' } } }, 'columns.City.date_format must be one of mdy, dmy'],
    [{ columns: { status: { values: { Ja: 'active', ja: 'bounced' } } } }, 'columns gives two meanings for ja'],
    [{ columns: { Status: { invalid: 'leave_blank' } } }, 'columns cannot leave status blank'],
    [
      { columns: { email: { overwrite: 'never' } } },
      'columns cannot have overwrite for email: it is for custom fields',
    ],
  ])('are refused with what is wrong: %j', async (attributes, message) => {
    const answer = await create(attributes);
    expect(answer).toMatchObject({ success: false, error_code: 'validation_failed' });
    expect(answer.error_message).toContain(message);
  });

  it('have names that differ ignoring case within their organization', async () => {
    const { data } = await create();
    expect((await create({ name: 'SHOP' })).error_message).toBe('name has already been taken');
    const { data: second } = await create({ name: 'Fair' });
    expect((await update(second.id, { name: 'shop' })).error_message).toBe('name has already been taken');
    expect((await update(data.id, { name: 'Shop' })).success).toBe(true);
    expect((await create({}, other.key)).success).toBe(true);
  });

  it('have at most their bound of bytes', async () => {
    const values = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}${'x'.repeat(200)}`, 'active']));
    const answer = await create({ columns: { status: { values } } });
    expect(answer.error_message).toContain(
      `columns is too large (maximum is ${BOUNDS.columnRuleSet.max} bytes of JSON)`,
    );
  });

  it('are at most as many as their bound in an organization, also when they are created concurrently', async () => {
    await api.database.pool.query(
      `insert into column_rule_sets (organization_id, name, columns)
       select 1, 'Set ' || n, '{}' from generate_series(1, $1) n`,
      [BOUNDS.columnRuleSets.max - 1],
    );
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => create({ name })));
    const refused = answers.filter(({ success }) => !success);
    expect(refused.map(({ error_message }) => error_message)).toEqual(
      Array(2).fill('the organization has 100 sets of column rules: delete or change one of them'),
    );
    expect((await create({}, other.key)).success).toBe(true);
  });

  it('are those of the organization of the key; others are not found', async () => {
    const { data } = await create();
    expect((await list('', other.key)).data).toEqual([]);
    for (const answer of [
      await show(data.id, other.key),
      await update(data.id, { name: 'Mine' }, other.key),
      await remove(data.id, other.key),
    ]) {
      expect(answer).toMatchObject({ error_code: 'not_found', error_message: 'set of column rules not found' });
    }
    expect((await show(data.id)).data).toEqual(data);
  });

  it('of every organization are reached by a system administrator, by their ids', async () => {
    const { data } = await create({}, other.key);
    expect((await list()).data).toEqual([]);
    expect((await update(data.id, { name: 'Fair' })).data).toMatchObject({ name: 'Fair', columns: COLUMNS });
    expect(await remove(data.id)).toMatchObject({ success: true });
    expect((await show(data.id, other.key)).error_code).toBe('not_found');
  });
});
