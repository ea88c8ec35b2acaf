import { describe, expect, it } from 'vitest';
import { SluiceApiError } from '../../client/index.ts';
import { refusalOf } from '../../console/pages/import/refusal.ts';

const analysis = (code: 'unreadable' | 'no_records' | 'ragged_rows', message: string) => ({
  warnings: [{ code, message, rows: [], columns: [] }],
});
const refused = (message: string) => new SluiceApiError('validation_failed', message);

describe('the refusal of a file', () => {
  it('is what the analysis has found in place of a table', () => {
    expect(refusalOf({ data: analysis('unreadable', 'The file is a PDF document.'), error: null })).toBe(
      'The file is a PDF document.',
    );
    expect(refusalOf({ data: analysis('no_records', 'The source has no records.'), error: null })).toBe(
      'The file has no rows to import: it is empty, or has a header alone.',
    );
    expect(refusalOf({ data: analysis('ragged_rows', 'Some rows are longer.'), error: null })).toBeNull();
  });

  it('is the sentence of the service without the name of a parameter', () => {
    expect(refusalOf({ data: undefined, error: refused('file_source: The workbook has a password.') })).toBe(
      'The workbook has a password.',
    );
    expect(refusalOf({ data: undefined, error: refused('file_source.id names an upload that was removed') })).toBe(
      'names an upload that was removed',
    );
  });

  it('is none where another call may read the file', () => {
    const busy = new SluiceApiError('internal_error', 'file_source: too many analyses wait');
    for (const error of [null, busy, refused('column_rule_set not found'), new TypeError('Failed to fetch')]) {
      expect(refusalOf({ data: undefined, error })).toBeNull();
    }
  });
});
