import { describe, expect, it } from 'vitest';
import type { components } from '../../client/index.ts';
import { consentRule, openConsent } from '../../console/pages/import/open-consent.ts';
import { problemsOf } from '../../console/pages/import/mapping-problems.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];
type Column = Analysis['columns'][number];
type Consent = NonNullable<Column['consent']>;

const column = (number: number, name: string, suggestion: string | null, consent: Consent | null = null): Column => ({
  ...{ number, name, samples: [], suggestion, suggested_by: null, fit: null, consent },
});
const says = (leavers: number, entry: Consent['entry'] = 'status', values: Consent['values'] = {}): Consent => ({
  ...{ entry, values, leavers, is_text: false },
});
const consentNotice = (...columns: number[]): Analysis['notices'][number] => ({
  ...{ code: 'consent_column' as const, message: '', rows: [], count: 1, columns },
});

const MAIL = column(1, 'Mail', 'email');
const KNOWN = [MAIL, column(2, 'Status', 'status', says(2)), column(3, 'Opted out', null, says(1))];
const openOf = (columns: Column[], mapping: string[], notices: Analysis['notices'] = [], leftOut: number[] = []) =>
  openConsent({ columns, notices }, mapping, leftOut).map(({ column: { name }, isLeftOut }) => [name, isLeftOut]);

describe('columns of consent that decide nothing', () => {
  it('are none while the suggested columns decide', () => {
    expect(openOf(KNOWN, ['email', 'status', ''])).toEqual([]);
    expect(openOf(KNOWN, ['email', 'remove_time', ''])).toEqual([]);
    expect(openOf([MAIL, column(2, 'Name', null)], ['email', ''])).toEqual([]);
  });

  it('are all that speak of people who left once a suggested one goes elsewhere', () => {
    const expected = [
      ['Status', false],
      ['Opted out', false],
    ];
    expect(openOf(KNOWN, ['email', '', ''])).toEqual(expected);
    expect(openOf(KNOWN, ['email', 'Town', ''])).toEqual(expected);
    expect(openOf(KNOWN, ['email', '', 'status'])).toEqual([['Status', false]]);
  });

  it('are those without a person who has left yet, if they were suggested', () => {
    const columns = [MAIL, column(2, 'Unsubscribed at', 'remove_time', says(0, 'remove_time'))];
    expect(openOf(columns, ['email', ''])).toEqual([['Unsubscribed at', false]]);
  });

  it('are those that the notice of the analysis names', () => {
    const columns = [MAIL, column(2, 'Status', null, says(1, null, { subscribed: 'active' }))];
    expect(openOf(columns, ['email', ''], [consentNotice(2)])).toEqual([['Status', false]]);
    expect(openOf(columns, ['email', ''], [consentNotice(2)], [2])).toEqual([['Status', true]]);
    expect(openOf(columns, ['email', 'status'], [consentNotice(2)])).toEqual([]);
  });

  it('prevent the import until they are left out on purpose', () => {
    const columns = [MAIL, column(2, 'Status', null, says(1, null))];
    const problemsWith = (leftOut: number[]) =>
      problemsOf(['email', ''], [], {}, openConsent({ columns, notices: [consentNotice(2)] }, ['email', ''], leftOut));
    expect(problemsWith([])).toEqual(['Decide what Status means for the people of the file.']);
    expect(problemsWith([2])).toEqual([]);
  });
});

it('the known words of a column of consent are the rule of the entry by which it decides', () => {
  const open = says(1, null, { subscribed: 'active' });
  expect(consentRule(open, 'status')).toEqual({ values: { subscribed: 'active' } });
  expect(consentRule(open, 'City')).toBeNull();
  expect(consentRule(says(1, 'remove_time', { never: '' }), 'status')).toBeNull();
  expect(consentRule(says(1), 'status')).toBeNull();
  expect(consentRule(null, 'status')).toBeNull();
});
