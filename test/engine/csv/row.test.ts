import { describe, expect, it } from 'vitest';
import { defaultsText } from '../../../engine/csv/row-defaults.ts';
import { compileRow } from '../../../engine/csv/row.ts';
import type { RowOutcome, RowPlan } from '../../../engine/csv/row-plan.ts';
import type { ImportOptions } from '../../../engine/domain/subscriber-imports.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import type { CustomField } from '../../../engine/values/custom-field.ts';
import { field } from '../values/support.ts';
import { FORMAT } from './support.ts';

const CITY = field('text', { id: 1, name: 'City', attributes: { maximum_length: 5 } });
const AGE = field('number', { id: 2, name: 'Age', required: true });
const COLORS = field('select_multiple_checkboxes', { id: 3, name: 'Colors', required: true });

const PLAIN = {
  rowNumber: 9,
  status: 'active',
  emailFormat: null,
  confirmed: null,
  confirmTime: null,
  subscribeTime: null,
  subscribeIp: null,
  removeTime: null,
  removeIp: null,
  customFields: '{}',
  clearsFields: false,
};

describe('row of an import', () => {
  it('keeps the case of the address and compares it in lower case', () => {
    expect(run(['email'], [' Ann@Example.COM '])).toEqual({
      row: { ...PLAIN, email: 'Ann@Example.COM', key: 'ann@example.com' },
    });
  });

  it('takes every built-in entry, in any case', () => {
    const entries = ['EMAIL', 'status', 'email_format', 'subscribe_time', 'subscribe_ip', 'remove_time', 'remove_ip'];
    const cells = ['a@b.c', 'Bounced', 'TEXT', '1/2/2024', '::1', '2024-01-03T00:00:00+01:00', '10.0.0.1'];
    const list = { hasFormat: true, hasConfirmed: true };
    const more = [...cells, 'yes', 'January 4, 2024 10:00'];
    expect(run([...entries, 'confirmed', 'confirm_time'], more, { list })).toEqual({
      row: {
        ...PLAIN,
        email: 'a@b.c',
        key: 'a@b.c',
        status: 'bounced',
        emailFormat: 'text',
        confirmed: true,
        confirmTime: '2024-01-04T10:00:00.000Z',
        subscribeTime: '2024-01-02T00:00:00.000Z',
        subscribeIp: '::1',
        removeTime: '2024-01-02T23:00:00.000Z',
        removeIp: '10.0.0.1',
      },
    });
  });

  it('fills blank and unmapped attributes from the defaults', () => {
    const list = { hasFormat: true, hasConfirmed: true };
    const options = { subscriber_defaults: { status: 'unsubscribed', confirmed: true, format: 'both' } } as const;
    const expected = { status: 'unsubscribed', confirmed: true, emailFormat: 'both' };
    const mapped = run(['email', 'status', 'email_format', 'confirmed'], ['a@b.c', '', ' ', ''], { list, options });
    expect([mapped, run(['email'], ['a@b.c'], { list, options })]).toMatchObject([
      { row: expected },
      { row: expected },
    ]);
    expect(run(['email'], ['a@b.c'], { list })).toMatchObject({ row: { confirmed: false, emailFormat: 'html' } });
  });

  it('ignores format and confirmation where the list has neither', () => {
    const outcome = run(['email', 'email_format', 'confirmed', 'confirm_time'], ['a@b.c', 'nonsense', '?', '?']);
    expect(outcome).toEqual({ row: { ...PLAIN, email: 'a@b.c', key: 'a@b.c' } });
  });

  it('skips columns with a blank entry', () => {
    expect(run(['', 'email', ' '], ['x', 'a@b.c', 'y'])).toMatchObject({ row: { email: 'a@b.c' } });
  });

  it('names every field that is wrong, and still knows the key', () => {
    const entries = ['email', 'status', 'subscribe_time', 'remove_ip', 'city', 'AGE'];
    expect(run(entries, ['A@b.c', 'gone', 'soon', '1.2.3', 'Helsinki', ''])).toEqual({
      error: [
        'status must be one of active, bounced, unsubscribed, scomp, deactivated',
        'subscribe_time is not a date and time in an accepted format',
        'remove_ip is not an IP address',
        'City must have at most 5 characters',
        'Age is required',
      ].join('; '),
      ...{ keys: ['a@b.c'], isUnread: false },
    });
  });

  it.each(['subscribe_ip', 'remove_ip'])('takes no address with a zone as %s, as the API does', (entry) => {
    expect(run(['email', entry], ['a@b.c', 'fe80::1%eth0'])).toEqual(failed(`${entry} is not an IP address`, 'a@b.c'));
  });

  it.each([
    ['', 'email is required'],
    ['a@b@c', 'email is not a valid address'],
  ])('fails on the address %j without a key', (email, error) => {
    expect(run(['email'], [email])).toEqual(failed(error));
  });

  it.each([
    [['Rome', 'a@b.c'], 'The number of columns is 2 instead of 3.', ['a@b.c']],
    [['Rome', 'a@b.c', '1', '', 'x'], 'The number of columns is 5 instead of 3.', ['a@b.c']],
    [['Rome'], 'The number of columns is 1 instead of 3.', []],
    [['a@b.c', 'Rome'], 'The number of columns is 2 instead of 3.', ['a@b.c']],
    [['A@b.c', 'Rome <a@b.d>'], 'The number of columns is 2 instead of 3.', ['a@b.d', 'a@b.c']],
  ])('fails on %j, with the keys of all addresses in it', (cells, error, keys) => {
    expect(run(['city', 'email', 'age'], cells)).toEqual(failed(error, ...keys));
  });

  it('passes on why a row could not be read, with the keys where they could', () => {
    const row = compileRow(plan(['email', 'city']));
    const failing = (fields: string[], text: string, isCut = false) =>
      row({ rowNumber: 1, fields, error: 'Bad.', text: () => text, isCut });
    expect(failing(['A@b.c', ''], '')).toEqual(failed('Bad.', 'a@b.c'));
    expect(failing([], '"B@b.c;"x"')).toEqual(failed('Bad.', 'b@b.c'));
    expect(failing([], '"B@b.c;"x"', true)).toEqual({ ...failed('Bad.', 'b@b.c'), isUnread: true });
    expect(failing([], '')).toEqual(failed('Bad.'));
  });
});

describe('custom fields of a row', () => {
  it('are keyed by id, cleared where blank and absent where unmapped', () => {
    expect(customFields(['email', 'AGE', 'colors'], ['a@b.c', '5', ''])).toEqual({ 2: 5, 3: null });
    expect(customFields(['email', 'city'], ['a@b.c', ' "Ö\\ '])).toEqual({ 1: '"Ö\\' });
  });

  it('say whether one of them is cleared', () => {
    expect(run(['email', 'city'], ['a@b.c', 'Oslo'])).toMatchObject({ row: { clearsFields: false } });
    expect(run(['email', 'city'], ['a@b.c', ''])).toMatchObject({ row: { clearsFields: true } });
  });

  it('leave those to the merge that are blank or unmapped and have a default of the import', () => {
    const options = { default_custom_fields: { CITY: 'Rome', age: 7, Colors: ['Blue', 'red'] } };
    const settings = { options };
    expect(customFields(['email'], ['a@b.c'], settings)).toEqual({});
    expect(customFields(['email', 'age', 'city'], ['a@b.c', '', 'Oslo'], settings)).toEqual({ 1: 'Oslo' });
    expect(JSON.parse(defaultsText(plan(['email'], settings)) ?? '')).toEqual({ 1: 'Rome', 2: 7, 3: [31, 33] });
  });

  it('are cleared where blank when the default itself is blank', () => {
    const settings = { options: { default_custom_fields: { City: '' } } };
    expect(customFields(['email', 'city'], ['a@b.c', ''], settings)).toEqual({ 1: null });
    expect(defaultsText(plan(['email'], settings))).toBe('{"1":null}');
  });

  it('have no default for the merge where the list no longer has the field', () => {
    const settings = { options: { default_custom_fields: { Town: 'Rome', City: 'Helsinki', Age: 7 } } };
    expect(defaultsText(plan(['email'], settings))).toBe('{"2":7}');
    expect(defaultsText(plan(['email']))).toBeNull();
  });

  it('are refused at once when a name or default makes no sense', () => {
    expect(() => compileRow(plan(['email', 'Town']))).toThrow(
      new ValidationFailed('column_mapping: there is no custom field named Town'),
    );
    expect(() =>
      compileRow(plan(['email'], { options: { default_custom_fields: { Town: 1, Age: 'x', City: 'Helsinki' } } })),
    ).toThrow(
      new ValidationFailed([
        'default_custom_fields: there is no custom field named Town',
        'default_custom_fields: Age must be a number',
        'default_custom_fields: City must have at most 5 characters',
      ]),
    );
  });
});

describe('row of a list with an alternate primary key', () => {
  const member = field('text', { id: 4, name: 'Member', required: true });

  it('is known by that field in lower case, or by its number in one spelling', () => {
    const byText = { list: { primaryKeyFieldId: 4 }, fields: [member] };
    expect(run(['email', 'member'], ['a@b.c', ' AB-1 '], byText)).toMatchObject({
      row: { email: 'a@b.c', key: 'ab-1', customFields: '{"4":"AB-1"}' },
    });
    const number = field('number', {
      id: 4,
      name: 'Member',
      required: true,
      attributes: { number_support_decimal: true },
    });
    const byNumber = { list: { primaryKeyFieldId: 4 }, fields: [number] };
    expect(run(['email', 'member'], ['a@b.c', '+012.50'], byNumber)).toMatchObject({ row: { key: '12.5' } });
  });

  it('keeps its key when its address is bad, and has none when the key is blank or too long for an index', () => {
    const settings = {
      list: { primaryKeyFieldId: 4 },
      fields: [member],
      options: { default_custom_fields: { Member: 'x' } },
    };
    expect(run(['email', 'member'], ['nobody', 'M1'], settings)).toEqual(failed('email is not a valid address', 'm1'));
    expect(run(['email', 'member'], ['a@b.c', ''], settings)).toEqual(failed('Member is required'));
    expect(run(['email', 'member'], ['a@b.c', 'é'.repeat(1001)], settings)).toEqual(
      failed('Member is the primary key of the list and must have at most 2000 bytes'),
    );
  });

  it('cannot be compiled when no column feeds the key', () => {
    expect(() => compileRow(plan(['email'], { list: { primaryKeyFieldId: 4 }, fields: [member] }))).toThrow(
      ValidationFailed,
    );
  });
});

const failed = (error: string, ...keys: string[]): RowOutcome => ({ error, keys, isUnread: keys.length === 0 });

interface Settings {
  list?: Partial<RowPlan['list']>;
  fields?: CustomField[];
  options?: Partial<ImportOptions>;
}

function plan(column_mapping: string[], { list, fields = [CITY, AGE, COLORS], options }: Settings = {}): RowPlan {
  return {
    list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null, ...list },
    fields,
    timeZone: 'UTC',
    options: {
      overwrite: true,
      deactivate_subscribers_not_in_import: false,
      autoresponders: {
        subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
        api: { trigger_new: null, trigger_updated: null },
      },
      overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
      overwrite_when_status: { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false },
      column_mapping,
      default_custom_fields: {},
      file_source: { type: 'json', filename: 'data' },
      file_format: FORMAT,
      subscriber_defaults: { status: 'active' },
      ...options,
    },
  };
}

function run(mapping: string[], fields: string[], settings?: Settings) {
  return compileRow(plan(mapping, settings))({ rowNumber: 9, fields, error: null, text: () => fields.join() });
}

function customFields(mapping: string[], fields: string[], settings?: Settings): unknown {
  const outcome = run(mapping, fields, settings);
  return outcome.error === undefined ? JSON.parse(outcome.row.customFields) : outcome;
}
