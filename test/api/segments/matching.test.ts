import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

interface Field {
  id: number;
  options: { id: number; name: string }[];
}

describe('GET /mailing_lists/:mailing_list_id/subscribers with segment_id', () => {
  let api: TestApi;
  let listId: number;
  let otherId: number;
  let fields: Record<string, Field>;
  beforeAll(async () => {
    api = await build();
    const { key } = await api.addOrganization({ timeZone: 'America/New_York' });
    admin = key;
    listId = await addList(api, { name: 'Here', has_format: true }, key);
    otherId = await addList(api, { name: 'There' }, key);
    const addField = async (name: string, field_type: string, more: object = {}) => {
      const body = { custom_field: { name, field_type, ...more } };
      return (await api.call<Field>('POST', `/mailing_lists/${listId}/custom_fields`, body, key)).data;
    };
    fields = {
      city: await addField('City', 'text'),
      age: await addField('Age', 'number'),
      born: await addField('Born', 'date'),
      day: await addField('Day', 'day_of_year'),
      keen: await addField('Keen', 'boolean'),
      pet: await addField('Pet', 'select_single_radio', { options: ['Cat', 'Dog', 'Owl'] }),
      likes: await addField('Likes', 'select_multiple_checkboxes', { options: ['Tea', 'Rum', 'Gin'] }),
    };
    const idOf = (name: string) => String(fields[name]?.id);
    const option = (name: string, at: number) => Number(fields[name]?.options[at]?.id);
    await add('ann@one.example', {
      values: {
        [idOf('city')]: 'Bonn 50%',
        [idOf('age')]: 40,
        [idOf('born')]: '1984-02-29',
        [idOf('day')]: '02-29',
        [idOf('keen')]: true,
        [idOf('pet')]: option('pet', 0),
        [idOf('likes')]: [option('likes', 0), option('likes', 1)],
      },
      format: 'html',
    });
    await add('Bob@Two.example', {
      values: { [idOf('city')]: 'ulm', [idOf('age')]: 7, [idOf('keen')]: false, [idOf('pet')]: option('pet', 1) },
      // Still 31 December in New York.
      subscribed: '2024-01-01T03:00:00Z',
    });
    await add('cyd@two.example', { status: 'bounced', format: 'text' });
    await add('dan@one.example', { subscribed: '2024-06-01T12:00:00Z' });
    await add('ann@one.example', { list: otherId });
    await add('bob@two.example', { list: otherId, status: 'unsubscribed' });
    // An alternate key, so the address is elsewhere.
    await add('dan@one.example', { list: otherId, key: 'd-1' });
  });

  let admin: string;
  const add = (
    email: string,
    row: { list?: number; values?: object; status?: string; format?: string; subscribed?: string; key?: string },
  ) =>
    api.database.pool.query(
      `insert into subscribers (mailing_list_id, key, email, status, email_format, subscribe_time, custom_fields)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        row.list ?? listId,
        row.key ?? email.toLowerCase(),
        email,
        row.status ?? 'active',
        row.format ?? null,
        row.subscribed ?? '2024-01-02T12:00:00Z',
        row.values ?? {},
      ],
    );

  let names = 0;
  const createSegment = async (clause: object[], list = listId) => {
    const segmentation_criteria = { name: `S${++names}`, clause };
    const path = `/mailing_lists/${list}/segments`;
    const answer = await api.call<{ id: number }>('POST', path, { segmentation_criteria }, admin);
    expect(answer.error_message).toBeNull();
    return answer.data.id;
  };
  const list = (query: string) =>
    api.call<{ email: string }[]>('GET', `/mailing_lists/${listId}/subscribers${query}`, undefined, admin);
  const matching = async (clause: object[]) => {
    const { data } = await list(`?segment_id=${await createSegment(clause)}`);
    return data.map(({ email }) => email.slice(0, 3).toLowerCase()).join(' ');
  };

  const inList = (operator: string) => ({ type: 'in_mailing_list', operator, mailing_list: { name: 'There' } });
  const status = (value: string, operator = 'is') => ({ type: 'subscriber_status', operator, value });
  const text = (type: string, operator: string, value: string) => ({ type, operator, value });
  const field = (name: string, operator: string, value?: unknown) => ({
    type: 'custom_field',
    custom_field: { name },
    operator,
    value,
  });

  it.each<[string, object[], string]>([
    ['an empty clause: all active subscribers', [], 'ann bob dan'],
    ['is in', [inList('is in')], 'ann bob dan'],
    ['is not in', [inList('is not in')], ''],
    ['is active in', [inList('is active in')], 'ann dan'],
    ['is not active in', [inList('is_not_active_in')], 'bob'],
    ['a status, which replaces the implicit one', [status('bounced')], 'cyd'],
    ['status is not', [status('active', 'is not')], 'cyd'],
    [
      'a status in a group',
      [{ type: 'any', clauses: [status('bounced'), text('subscriber_email', 'is', 'DAN@ONE.example')] }],
      'cyd dan',
    ],
    [
      'all within any',
      [{ type: 'any', clauses: [{ type: 'all', clauses: [inList('is in'), field('Age', '<', 10)] }] }],
      'bob',
    ],
    ['any without clauses', [{ type: 'any', clauses: [] }], ''],
    ['all without clauses', [{ type: 'all', clauses: [] }], 'ann bob dan'],
    ['email contains', [text('subscriber_email', 'contains', 'O')], 'ann bob dan'],
    ['email does not contain', [text('subscriber_email', 'does not contain', 'two')], 'ann dan'],
    ['email starts with', [text('subscriber_email', 'starts_with', 'b')], 'bob'],
    ['email ends with, wildcards taken literally', [text('subscriber_email', 'ends with', '%')], ''],
    ['quotes in a value', [text('subscriber_email', 'is', "' or true --")], ''],
    ['domain is', [text('subscriber_domain', 'is', 'two.EXAMPLE')], 'bob'],
    ['domain is not', [text('subscriber_domain', 'is not', 'two.example')], 'ann dan'],
    ['format is, html where none was stored', [text('subscriber_format', 'is', 'html')], 'ann bob dan'],
    ['format is not', [text('subscriber_format', 'is not', 'text')], 'ann bob dan'],
    ['format is another', [text('subscriber_format', 'is', 'text')], ''],
    [
      'date subscribed on, in the zone of the organization',
      [text('subscriber_date_subscribed', 'on', '2023-12-31')],
      'bob',
    ],
    ['date subscribed before', [text('subscriber_date_subscribed', 'before', '2024-01-02')], 'bob'],
    ['date subscribed after', [text('subscriber_date_subscribed', 'after', '2024-01-02')], 'dan'],
    ['text is', [field('City', 'is', 'ULM')], 'bob'],
    ['text is not', [field('City', 'is not', 'Ulm')], 'ann dan'],
    ['text ends with', [field('City', 'ends with', '0%')], 'ann'],
    ['text is blank', [field('City', 'is blank')], 'dan'],
    ['text is not blank', [field('City', 'is not blank')], 'ann bob'],
    ['number =', [field('Age', '=', 7)], 'bob'],
    ['number !=', [field('Age', '!=', 7)], 'ann dan'],
    ['number <=', [field('Age', '<=', 40)], 'ann bob'],
    ['number > compares as a number', [field('Age', '>', 9.5)], 'ann'],
    ['number >=', [field('Age', '>=', 41)], ''],
    ['date before', [field('Born', 'before', '1984-03-01')], 'ann'],
    ['date after', [field('Born', 'after', '1984-02-29')], ''],
    ['day of year on', [field('Day', 'on', '02-29')], 'ann'],
    ['boolean is true', [field('Keen', 'is', true)], 'ann'],
    ['boolean is false', [field('Keen', 'is', 'false')], 'bob'],
    ['single select is', [field('Pet', 'is', 'dog')], 'bob'],
    ['single select is not', [field('Pet', 'is not', 'Dog')], 'ann dan'],
    ['checkboxes is: among the choices', [field('Likes', 'is', 'Rum')], 'ann'],
    ['checkboxes is not', [field('Likes', 'is not', 'Rum')], 'bob dan'],
    ['select is blank', [field('Likes', 'is blank')], 'bob dan'],
  ])('%s', async (_, clause, expected) => {
    expect(await matching(clause)).toBe(expected);
  });

  it('in_segment follows the other segment, its status too', async () => {
    const adults = await createSegment([field('Age', '>=', 18)]);
    const bounced = await createSegment([status('bounced')]);
    const inSegment = (id: number, operator: string) => ({ type: 'in_segment', operator, segment: { id } });
    expect(await matching([inSegment(adults, 'is in')])).toBe('ann');
    expect(await matching([inSegment(adults, 'is not in')])).toBe('bob dan');
    expect(await matching([inSegment(bounced, 'is in')])).toBe('cyd');
  });

  it('an option or field that is gone is nobody’s', async () => {
    const cats = await createSegment([field('Pet', 'is', 'Cat')]);
    const blank = await createSegment([field('Pet', 'is blank')]);
    const { pet } = fields;
    const options = pet?.options.slice(1);
    await api.call('PUT', `/mailing_lists/${listId}/custom_fields/${pet?.id}`, { custom_field: { options } }, admin);
    expect((await list(`?segment_id=${cats}`)).data).toEqual([]);
    expect((await list(`?segment_id=${blank}`)).data.map(({ email }) => email)).toContain('ann@one.example');
  });

  it('pages through the segment', async () => {
    const id = await createSegment([]);
    const first = await list(`?segment_id=${id}&per_page=2`);
    expect(first.data).toHaveLength(2);
    const second = await list(`?segment_id=${id}&per_page=2&page_token=${String(first.next_page_token)}`);
    expect(second.data.map(({ email }) => email)).toEqual(['dan@one.example']);
    expect(second.next_page_token).toBeNull();
  });

  it.each(['999999', 'x'])('answers not_found to the segment %s', async (id) => {
    expect(await list(`?segment_id=${id}`)).toMatchObject({ status: 200, data: null, error_code: 'not_found' });
  });

  it("answers not_found to another list's segment", async () => {
    const theirs = await createSegment([], otherId);
    expect(await list(`?segment_id=${theirs}`)).toMatchObject({ error_code: 'not_found' });
  });
});
