import { beforeAll, describe, expect, it } from 'vitest';
import { columnsHash } from '../../../engine/csv/columns-hash.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addListWithFields, createImport, setImport } from '../support/import-rows.ts';

const WORDS = 'Email,State of mail\nann@example.com,Subscribed\nbob@example.com,Unsubscribed\n';
const RULES = [null, { values: { subscribed: 'active', unsubscribed: 'unsubscribed' } }];

describe('the rules of columns', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addListWithFields(api);
  });

  const sourceOf = (content: string) => ({ file_source: { type: 'json', content } });
  const create = (attributes: object) => createImport(api, listId, attributes);
  const analyze = async (content: string) =>
    (
      await api.call<any>('POST', `/mailing_lists/${listId}/subscriber_imports/analyze`, {
        subscriber_import: sourceOf(content),
      })
    ).data;

  it('are kept with the import as they were sent', async () => {
    const column_rules = [
      null,
      {
        values: { Ja: 'active', Nein: 'unsubscribed', '': 'unsubscribed' },
        date_format: 'dmy',
        decimal_mark: ',',
        invalid: 'fail',
      },
    ];
    const { data } = await create({ ...sourceOf(WORDS), column_mapping: ['email', 'status'], column_rules });
    expect(data.column_rules).toEqual(column_rules);
    expect((await api.call<any>('GET', `/subscriber_imports/${data.id}`)).data.column_rules).toEqual(column_rules);
  });

  it('of custom fields say what is overwritten', async () => {
    const column_rules = [null, { separator: ' / ', invalid: 'leave_blank', blank: 'keep', overwrite: 'if_blank' }];
    const { data } = await create({ ...sourceOf(WORDS), column_mapping: ['email', 'First Name'], column_rules });
    expect(data.column_rules).toEqual(column_rules);
  });

  it('stand next to the decimal mark of the file, which is kept as it was sent', async () => {
    const source = { ...sourceOf(WORDS), column_mapping: ['email', 'status'] };
    const { data } = await create({ ...source, file_format: { decimal_mark: ',' } });
    expect(data).toMatchObject({ file_format: { decimal_mark: ',' }, column_rules: null });
    expect((await create(source)).data.file_format).not.toHaveProperty('decimal_mark');
    const refused = await create({ ...source, file_format: { decimal_mark: 'comma' } });
    expect(refused).toMatchObject({ success: false, error_code: 'validation_failed' });
    expect(refused.error_message).toContain('decimal_mark must be "." or ","');
  });

  it('are null for a mapping without any', async () => {
    const plain = { ...sourceOf(WORDS), column_mapping: ['email', 'status'] };
    expect((await create(plain)).data.column_rules).toBeNull();
    expect((await create({ ...plain, column_rules: [null, {}] })).data.column_rules).toBeNull();
  });

  it.each([
    [['email', 'status'], [null, null, {}], 'column_rules has 3 entries for 2 columns'],
    [
      ['email', 'status'],
      [null, { values: { Ja: 'active', ja: 'bounced' } }],
      'column_rules gives two meanings for ja',
    ],
    [
      ['email', 'status'],
      [null, { values: { 'Ja\0': 'active' } }],
      'column_rules has a word with characters that cannot be stored',
    ],
    [['email', 'status'], [null, { values: 'Ja' }], 'must be a JSON object'],
    [['email', 'status'], [null, { date_format: 'ymd' }], 'must be one of mdy, dmy'],
    [['email', 'status'], [null, { decimal_mark: ';' }], 'must be "." or ","'],
    [['email', 'status'], [null, { invalid: 'skip' }], 'must be one of fail, leave_blank'],
    [
      ['email', 'First Name'],
      [null, { create_options: true }],
      'column_rules cannot have create_options for First Name: it is for fields that have options',
    ],
    [['email'], [{ create_options: true }], 'column_rules cannot have create_options for email'],
    [['email'], [{ invalid: 'leave_blank' }], 'column_rules cannot leave email blank'],
    [['email', 'status'], [null, { invalid: 'leave_blank' }], 'column_rules cannot leave status blank'],
    [
      ['email', 'status'],
      [null, { blank: 'keep' }],
      'column_rules cannot have blank for status: it is for custom fields',
    ],
    [['email'], [{ overwrite: 'never' }], 'column_rules cannot have overwrite for email: it is for custom fields'],
    [['email', 'First Name'], [null, { overwrite: 'no' }], 'must be one of always, if_blank, never'],
    [['email', 'Interests'], [null, { separator: '' }], 'cannot be empty'],
    [['email', 'Interests'], [null, { separator: '-'.repeat(11) }], 'is too long (maximum is 10 characters)'],
    [['email', 'status'], 'Ja', 'must be an array'],
    ['auto', [null], 'column_rules needs a column_mapping: "auto" finds both'],
  ])('of %j are refused as %j', async (column_mapping, column_rules, message) => {
    const answer = await create({ ...sourceOf(WORDS), column_mapping, column_rules });
    expect(answer).toMatchObject({ success: false, error_code: 'validation_failed' });
    expect(answer.error_message).toContain(message);
  });

  it('are refused beyond their bound', async () => {
    const values = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`${n}${'x'.repeat(200)}`, 'active']));
    const answer = await create({
      ...sourceOf(WORDS),
      column_mapping: ['email', 'status'],
      column_rules: [null, { values }],
    });
    expect(answer.error_message).toContain('column_rules is too large');
  });

  it('are known of columns that speak of consent, also where these feed nothing', async () => {
    const consentOf = async (content: string) => (await analyze(content)).columns.map(({ consent }: any) => consent);
    expect(await consentOf(WORDS)).toEqual([
      null,
      { entry: 'status', values: RULES[1]?.values, leavers: 1, is_text: false },
    ]);
    expect(await consentOf('Email,Status\nann@example.com,Subscribed\nbob@example.com,Whatever\n')).toEqual([
      null,
      { entry: null, values: { subscribed: 'active' }, leavers: 1, is_text: false },
    ]);
    const noted = 'Email,Notes\nann@example.com,likes tea\nbob@example.com,do not email\n';
    expect(await consentOf(noted)).toEqual([null, { entry: null, values: {}, leavers: 1, is_text: true }]);
  });

  it('are suggested by an analysis, and taken by "auto"', async () => {
    const analysis = await analyze(WORDS);
    expect(analysis).toMatchObject({ column_mapping: ['email', 'status'], column_rules: RULES });
    expect(analysis.sample.statuses).toMatchObject({ active: 1, unsubscribed: 1 });
    expect(analysis.columns.map(({ fit }: any) => fit)).toEqual([null, { before: 0.5, after: 1 }]);
    const { data } = await create({ ...sourceOf(WORDS), column_mapping: 'auto' });
    expect(data).toMatchObject({ column_mapping: ['email', 'status'], column_rules: RULES });
  });

  it('have no order of dates where one column has both: "auto" is refused', async () => {
    const text = 'Email,Subscribed at\nann@example.com,13/04/1990\nbob@example.com,04/13/1990\n';
    expect((await analyze(text)).notices).toMatchObject([{ code: 'contradicted_date_format', columns: [2] }]);
    const refused = await create({ ...sourceOf(text), column_mapping: 'auto' });
    expect(refused).toMatchObject({ success: false, error_code: 'validation_failed' });
    expect(refused.error_message).toContain('Some dates of "Subscribed at" have the day first, as row 1 proves');
    const sent = await create({ ...sourceOf(text), column_mapping: 'auto', file_format: { date_format: 'dmy' } });
    expect(sent.data).toMatchObject({ column_mapping: ['email', 'subscribe_time'], notices: [] });
  });

  it('need none for times of leaving, whose people are unsubscribed', async () => {
    const analysis = await analyze('Email,Unsubscribed at\nann@example.com,2024-05-01\nbob@example.com,\n');
    expect(analysis).toMatchObject({ column_mapping: ['email', 'remove_time'], column_rules: null });
    expect(analysis.sample.statuses).toMatchObject({ active: 1, unsubscribed: 1 });
  });

  it('are remembered with the mapping of a file with the same columns', async () => {
    const text = WORDS.replace('Subscribed', 'Perhaps').replace('State of mail', 'Mail status');
    const column_rules = [null, { values: { perhaps: 'active', unsubscribed: 'unsubscribed' } }];
    expect((await analyze(text)).column_rules).toBeNull();
    const { data } = await create({ ...sourceOf(text), column_mapping: ['email', 'status'], column_rules });
    const columns_hash = columnsHash(['Email', 'Mail status']);
    await setImport(api, data.id, { state: 'finished', finished_at: new Date().toISOString(), columns_hash });
    expect((await analyze(text)).column_rules).toEqual(column_rules);
    expect((await create({ ...sourceOf(text), column_mapping: 'auto' })).data).toMatchObject({ column_rules });
  });

  it('are asked for again where the last import left the column out: it decided for its own file', async () => {
    const text = 'Email,Unsubscribed,City of birth\nann@example.com,yes,Ulm\nbob@example.com,no,Bonn\n';
    const { data } = await create({ ...sourceOf(text), column_mapping: ['email', '', ''] });
    const columns_hash = columnsHash(['Email', 'Unsubscribed', 'City of birth']);
    await setImport(api, data.id, { state: 'finished', finished_at: new Date().toISOString(), columns_hash });
    const again = await create({ ...sourceOf(text), column_mapping: 'auto' });
    expect(again).toMatchObject({ success: false, error_code: 'validation_failed' });
    expect(again.error_message).toContain('Column 2 "Unsubscribed" says who has left');
    const withoutLeavers = await create({ ...sourceOf(text.replace('yes', 'no')), column_mapping: 'auto' });
    expect(withoutLeavers.data).toMatchObject({ column_mapping: ['email', '', ''] });
  });

  it('are asked for where words are not known: "auto" is refused with the name of the column', async () => {
    const answer = await create({ ...sourceOf(`${WORDS}cid@example.com,Perhaps\n`), column_mapping: 'auto' });
    expect(answer).toMatchObject({ success: false, error_code: 'validation_failed' });
    expect(answer.error_message).toContain('Column 2 "State of mail" speaks of leaving or of consent');
    expect(answer.error_message).toContain('"Perhaps"');
  });
});
