import { describe, expect, it } from 'vitest';
import type { FieldType } from '../../../engine/values/custom-field.ts';
import { FIELD_TYPES } from '../../../engine/values/custom-field.ts';
import { parseJsonValue, renderValue } from '../../../engine/values/custom-field-values.ts';
import { field } from './support.ts';

describe('custom field values from JSON', () => {
  it.each<[FieldType, unknown, unknown, unknown]>([
    ['text', ' a ', ' a ', ' a '],
    ['text_multiline', 'a\nb', 'a\nb', 'a\nb'],
    ['text', 5, '5', '5'],
    ['number', 5, 5, 5],
    ['number', ' 05 ', 5, 5],
    ['boolean', false, false, false],
    ['boolean', '1', true, true],
    ['date', '2024-02-29', '2024-02-29', '2024-02-29'],
    ['day_of_year', '02-29', '02-29', '02-29'],
    ['select_single_dropdown', 'red', 31, 'Red'],
    ['select_single_radio', 'Blue', 33, 'Blue'],
    ['select_multiple_checkboxes', ['blue', 'RED', 'Red'], [31, 33], ['Red', 'Blue']],
  ])('stores %s %j and shows it again', (type, json, value, shown) => {
    expect(parseJsonValue(field(type), json)).toEqual({ value });
    expect(renderValue(field(type), value)).toEqual(shown);
  });

  it('reads and shows choices in time that grows with their number, whatever the number of options', () => {
    const options = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `Option ${id}` }));
    const many = field('select_multiple_checkboxes', { options });
    const chosen = Array.from({ length: 500_000 }, () => 'Option 39999');
    expect(parseJsonValue(many, [...chosen, 'Option 7'])).toEqual({ value: [7, 39_999] });
    const stored = options.map(({ id }) => id).reverse();
    expect(renderValue(many, stored)).toHaveLength(40_000);
    expect(renderValue(many, [5, 3, 5, 40_000])).toEqual(['Option 3', 'Option 5']);
  });

  it.each<[FieldType, unknown]>([
    ['text', true],
    ['text', ['a']],
    ['text', []],
    ['text', 'a\0'],
    ['text', '\ud800'],
    ['number', '5x'],
    ['number', 1.5],
    ['number', Number.NaN],
    ['boolean', 'yes'],
    ['boolean', 2],
    ['date', '02/29/2024'],
    ['date', '2023-02-29'],
    ['date', '0000-01-01'],
    ['date', 20240229],
    ['day_of_year', '02-30'],
    ['day_of_year', '2024-02-29'],
    ['select_single_dropdown', 31],
    ['select_single_dropdown', 'Pink'],
    ['select_multiple_checkboxes', 'Red'],
    ['select_multiple_checkboxes', ['Red', 31]],
    ['select_multiple_checkboxes', ['Pink']],
  ])('refuses %s %j with a message that names the field', (type, json) => {
    expect(parseJsonValue(field(type), json).error).toContain(type);
  });

  it('takes blank values as unset, which a required field refuses, except checkboxes', () => {
    for (const type of FIELD_TYPES) {
      const blank = type === 'select_multiple_checkboxes' ? [] : ' ';
      for (const json of [null, undefined, blank]) {
        expect(parseJsonValue(field(type), json)).toEqual({ value: null });
        expect(parseJsonValue(field(type, { required: true }), json)).toEqual(
          type === 'select_multiple_checkboxes' ? { value: null } : { error: `${type} is required` },
        );
      }
    }
  });

  it('lets a field that is not required be blank whatever its minimum', () => {
    expect(parseJsonValue(field('text', { attributes: { minimum_length: 3 } }), '')).toEqual({ value: null });
  });

  it('shows unset values, and options that are gone, as null or an empty array', () => {
    for (const type of FIELD_TYPES) {
      expect(renderValue(field(type), undefined)).toEqual(type === 'select_multiple_checkboxes' ? [] : null);
    }
    expect(renderValue(field('select_single_radio'), 99)).toBeNull();
    expect(renderValue(field('select_multiple_checkboxes'), [99, 33])).toEqual(['Blue']);
  });
});
