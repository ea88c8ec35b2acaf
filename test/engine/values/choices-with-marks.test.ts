import { describe, expect, it } from 'vitest';
import { choicesCell } from '../../../engine/values/choice-cells.ts';
import type { CustomField } from '../../../engine/values/custom-field.ts';

const FIELD: CustomField = {
  ...{ id: 1, name: 'Interests', fieldType: 'select_multiple_checkboxes', required: false, attributes: {} },
  options: ['Food, drink', 'Food', 'Sports', 'a, b', 'b, c'].map((name, at) => ({ id: at + 1, name })),
};

describe('choices whose names have the separator', () => {
  const read = choicesCell(FIELD, {});

  it.each([
    ['Food, drink', [1]],
    ['Sports,Food, drink', [1, 3]],
    ['Food, drink,Food', [1, 2]],
    ['Food,Sports', [2, 3]],
  ])('are read by the longest name: %s', (cell, value) => {
    expect(read(cell)).toEqual({ value });
  });

  it('are refused where a part is none', () => {
    expect(read('Food, wine')).toHaveProperty('error');
    expect(read(Array(100).fill('x').join(','))).toHaveProperty('error');
    expect(read('Food, drink, a, b, c')).toHaveProperty('error');
  });
});
