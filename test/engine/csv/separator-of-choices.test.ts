import { describe, expect, it } from 'vitest';
import { compileRow } from '../../../engine/csv/row.ts';
import type { ColumnRules } from '../../../engine/domain/column-rules.ts';
import { DEFAULTS } from '../../support/import-options.ts';
import { field } from '../values/support.ts';

const OPTIONS = ['Rock', 'Hip / Hop', 'Jazz'].map((name, id) => ({ id: id + 7, name }));
const GENRES = field('select_multiple_checkboxes', { id: 4, name: 'Genres', options: OPTIONS });

describe('the separator of a column', () => {
  const read = (cell: string, separator?: string) =>
    genresOf(cell, [null, { ...(separator !== undefined && { separator }) }]);
  const unknown = { error: "Genres names a choice that is not one of the field's options" };

  it('stands between its choices, in place of the usual marks', () => {
    expect(read('Rock / jazz', '/')).toEqual({ 4: [7, 9] });
    expect(read('Rock / jazz')).toMatchObject(unknown);
    expect(read('Rock,Jazz')).toEqual({ 4: [7, 9] });
    expect(read('Rock,Jazz', '/')).toMatchObject(unknown);
    expect(read('Jazz + Rock', ' + ')).toEqual({ 4: [7, 9] });
  });

  it('may be part of a choice', () => {
    expect(read('Hip / Hop', '/')).toEqual({ 4: [8] });
    expect(read('Hip / Hop / Rock', '/')).toEqual({ 4: [7, 8] });
    expect(read('Hip / Hop / Folk', '/')).toMatchObject(unknown);
  });
});

/** The values that an import stores of the cell, or why its row fails. */
function genresOf(cell: string, rules: ColumnRules): unknown {
  const outcome = compileRow({
    list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
    ...{ fields: [GENRES], timeZone: 'UTC' },
    options: { ...DEFAULTS, column_mapping: ['email', 'Genres'], column_rules: [...rules] },
  })({ rowNumber: 1, fields: ['a@b.c', cell], error: null, text: () => cell });
  return outcome.error === undefined ? JSON.parse(outcome.row.customFields) : outcome;
}
