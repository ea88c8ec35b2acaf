import { describe, expect, it } from 'vitest';
import { joinRule, ruleKeysOf } from '../../console/pages/import/column-rule.ts';
import type { ColumnRule, RuleChoices } from '../../console/pages/import/column-rule.ts';
import type { Field } from '../../console/pages/import/entry-type.ts';

const field = (name: string, field_type: Field['field_type']): Field => ({
  ...{ id: name.length, is_global: false, mailing_list_id: 1, name, field_type },
  ...{ required: false, instructions: null },
});
const FIELDS = [
  field('Born', 'date'),
  field('Size', 'number'),
  field('Likes', 'select_multiple_checkboxes'),
  field('Code', 'text'),
];
const keysOf = (entry: string) => [...ruleKeysOf(entry, FIELDS, 'Code')];

describe('the keys that a rule can have for an entry', () => {
  it('are those of its type, and for custom fields what becomes of stored values', () => {
    expect(keysOf('Born')).toEqual(['values', 'date_format', 'invalid', 'blank', 'overwrite']);
    expect(keysOf('Size')).toEqual(['values', 'decimal_mark', 'invalid', 'blank', 'overwrite']);
    expect(keysOf('Likes')).toEqual(['values', 'separator', 'create_options', 'invalid', 'blank', 'overwrite']);
    expect(keysOf('subscribe_time')).toEqual(['values', 'date_format', 'invalid']);
    expect(keysOf('confirmed')).toEqual(['values', 'invalid']);
  });

  it('leave out what the API refuses: blank cells of needed entries and of the primary key, stored values of no field', () => {
    expect(keysOf('email')).toEqual([]);
    expect(keysOf('status')).toEqual(['values']);
    expect(keysOf('remove_time')).toEqual(['values', 'date_format']);
    expect(keysOf('remove_ip')).toEqual(['values']);
    expect(keysOf('Code')).toEqual(['values']);
    expect(keysOf('not among the fields')).toEqual(['values']);
  });
});

describe('the rule of a column', () => {
  const join = (suggested: ColumnRule | null, choices: RuleChoices, entry = 'Born') =>
    joinRule(suggested, choices, ruleKeysOf(entry, FIELDS, 'Code'));

  it('is the suggested one with what was chosen, without what the API refuses for the entry', () => {
    expect(join({ invalid: 'leave_blank' }, { date_format: 'dmy', overwrite: 'never' })).toEqual({
      date_format: 'dmy',
      invalid: 'leave_blank',
      overwrite: 'never',
    });
    expect(join({ values: { Ja: 'active' } }, { invalid: 'leave_blank', blank: 'keep' }, 'status')).toEqual({
      values: { Ja: 'active' },
    });
  });

  it('is none where every choice was taken back', () => {
    expect(join(null, { date_format: null, values: {} })).toBeNull();
    expect(join({ invalid: 'leave_blank', values: { '?': '' } }, { invalid: null, values: { '?': null } })).toBeNull();
    expect(join({ invalid: 'fail', blank: 'clear' }, {})).toBeNull();
  });

  it('has one meaning for words that differ in case or blanks alone', () => {
    const suggested = { values: { Ja: 'active', Nein: 'unsubscribed', '': 'bounced' } };
    const values = { ' nein': 'active', JA: null, weg: 'scomp' };
    expect(join(suggested, { values }, 'status')).toEqual({ values: { Nein: 'active', '': 'bounced', weg: 'scomp' } });
  });
});
