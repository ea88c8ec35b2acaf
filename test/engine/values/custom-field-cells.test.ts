import { describe, expect, it } from 'vitest';
import type { CustomField, FieldType } from '../../../engine/values/custom-field.ts';
import { compileCellParser } from '../../../engine/values/custom-field-cells.ts';
import { createDateTimeParser } from '../../../engine/values/date-time.ts';
import { field } from './support.ts';

const dates = createDateTimeParser({ dateFormat: 'mdy', timeZone: 'UTC' });

describe('custom field cells', () => {
  it.each<[FieldType, string, unknown]>([
    ['text', 'naïve', 'naïve'],
    ['text_multiline', 'a\nb', 'a\nb'],
    ['number', '-0012', -12],
    ['number', '+5', 5],
    ['number', '-0', 0],
    ['date', '1/2/2024', '2024-01-02'],
    ['date', '31.01.2024 10:30 Uhr', '2024-01-31'],
    ['date', '31. Jänner 2024', '2024-01-31'],
    ['date', '1er janvier 2024', '2024-01-01'],
    ['date', '31/Jan/2024', '2024-01-31'],
    ['date', '2024-Jan-31', '2024-01-31'],
    ['date', '20240131T103000Z', '2024-01-31'],
    ['date', 'Wed Jan 31 2024 10:30:00 GMT+0100 (CET)', '2024-01-31'],
    ['day_of_year', 'January 2, 2024', '01-02'],
    ['select_single_dropdown', 'RED', 31],
    ['select_single_radio', ' blue ', 33],
    ['select_multiple_checkboxes', 'blue, Red', [31, 33]],
    ['select_multiple_checkboxes', 'Blue;green, pale', [32, 33]],
    ['select_multiple_checkboxes', 'Red|Blue|red', [31, 33]],
    ['select_multiple_checkboxes', "['Red', 'Blue']", [31, 33]],
    ['select_multiple_checkboxes', '[Red, Blue]', [31, 33]],
    ['select_multiple_checkboxes', '{Red,"Green, pale"}', [31, 32]],
    ['select_multiple_checkboxes', 'Green, pale', [32]],
    ['select_multiple_checkboxes', 'Red,;', [31]],
    ['boolean', 'Yes', true],
    ['boolean', '0', false],
  ])('reads %s %j', (type, cell, value) => {
    expect(parse(field(type), cell)).toEqual({ value });
  });

  it.each<[FieldType, string, string]>([
    ['number', '1.5', 'number must be a whole number'],
    ['number', '1e3', 'number must be a whole number'],
    ['number', '1,000', 'number must be a whole number'],
    ['number', '9007199254740992', 'number has more digits than can be stored'],
    ['date', '30/2/2024', 'date is not a date in an accepted format'],
    ['day_of_year', 'x', 'day_of_year is not a day of the year in an accepted format'],
    ['select_single_dropdown', 'Pink', "select_single_dropdown is not one of the field's options"],
    [
      'select_multiple_checkboxes',
      'Red,Pink',
      "select_multiple_checkboxes names a choice that is not one of the field's options",
    ],
    ['boolean', 'maybe', 'boolean must be true or false'],
    ['text', 'a\0b', 'text has characters that cannot be stored'],
  ])('refuses %s %j', (type, cell, error) => {
    expect(parse(field(type), cell)).toEqual({ error });
  });

  it.each([`${'0'.repeat(64)}1`, '1'.repeat(250_000), `${'1'.repeat(250_000)}x`])(
    'reads no long number (%#)',
    (cell) => {
      const decimal = field('number', { attributes: { number_support_decimal: true } });
      expect(parse(field('number'), cell)).toEqual({ error: 'number must be a whole number' });
      expect(parse(decimal, cell)).toEqual({ error: 'number must be a number' });
    },
  );

  it.each(['1.', '.5', '-1.5', '+12'])('reads %s as a decimal number', (cell) => {
    const decimal = field('number', { attributes: { number_support_decimal: true } });
    expect(parse(decimal, cell)).toEqual({ value: Number(cell) });
  });

  it.each(['true', 't', 'yes', 'y', 'on', '1', 'TRUE', 'On'])('takes %s for true', (cell) => {
    expect(parse(field('boolean'), cell)).toEqual({ value: true });
  });

  it.each(['false', 'f', 'no', 'n', 'off', '0', 'FALSE', 'Off'])('takes %s for false', (cell) => {
    expect(parse(field('boolean'), cell)).toEqual({ value: false });
  });

  it('counts characters, not UTF-16 units, against the limits of a text', () => {
    const limited = field('text', { attributes: { minimum_length: 2, maximum_length: 3 } });
    expect(['👍', '👍👍', '👍👍👍', '👍👍👍👍'].map((cell) => parse(limited, cell).error)).toEqual([
      'text must have at least 2 characters',
      undefined,
      undefined,
      'text must have at most 3 characters',
    ]);
  });

  it('takes decimals where the field does, within its limits', () => {
    const decimal = field('number', {
      attributes: { number_support_decimal: true, minimum_value: -1.5, maximum_value: 2 },
    });
    expect(['.5', '-1.50', '2.', '-1.6', '2.01', '.'].map((cell) => parse(decimal, cell))).toEqual([
      { value: 0.5 },
      { value: -1.5 },
      { value: 2 },
      { error: 'number must be at least -1.5' },
      { error: 'number must be at most 2' },
      { error: 'number must be a number' },
    ]);
  });
});

function parse(ofField: CustomField, cell: string) {
  return compileCellParser(ofField, dates)(cell);
}
