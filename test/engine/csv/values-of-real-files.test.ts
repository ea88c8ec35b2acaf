import { createReadStream } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRange } from '../../../engine/csv/read-range.ts';
import type { RawRow } from '../../../engine/csv/record-parser.ts';
import { compileRow } from '../../../engine/csv/row.ts';
import type { RowOutcome } from '../../../engine/csv/row-plan.ts';
import type { FileFormat } from '../../../engine/csv/splitter.ts';
import type { ColumnRule } from '../../../engine/domain/column-rules.ts';
import type { CustomField } from '../../../engine/values/custom-field.ts';
import {
  RIGHT_ADDRESSES,
  RIGHT_BOOLEANS,
  RIGHT_COMMA_NUMBERS,
  RIGHT_DATES,
  RIGHT_NUMBERS,
} from '../../cases/support/right-values.ts';
import { DEFAULTS } from '../../support/import-options.ts';
import { field } from '../values/support.ts';
import { FORMAT } from './support.ts';

const WHAT = field('text', { id: 1, name: 'what' });
const SWALLOWED = 'holds line breaks and rows of other people: a quotation mark is missing, or there is one too many';
const DECIMAL = { number_support_decimal: true };
const unlessBlank = (value: number | string | null) => (value === '' ? null : value);

const QUOTED_LOCAL_PART =
  'email has quotation marks before the @, which is not accepted: write the address without them';

describe('values of files that people have', () => {
  it('take off what surrounds an address, and refuse what is none or more than one', async () => {
    const outcomes = await stage('40-addresses.csv', ['what', 'email'], [WHAT]);
    const emails = outcomes.flatMap((outcome) => (outcome.error === undefined ? [outcome.row.email] : []));
    expect(emails).toEqual(RIGHT_ADDRESSES);
    expect(new Set(outcomes.map(({ error }) => error))).toEqual(
      new Set([undefined, 'email is not a valid address', QUOTED_LOCAL_PART, `email ${SWALLOWED}`]),
    );
  });

  it('are the dates that can be read in one way only', async () => {
    const when = field('date', { id: 2, name: 'when' });
    const outcomes = await stage('41-dates.csv', ['email', 'what', 'when'], [WHAT, when]);
    expect(valuesOf(outcomes, 2)).toEqual(RIGHT_DATES);
  });

  it('are the dates of the other order, when the format says so', async () => {
    const when = field('date', { id: 2, name: 'when' });
    const format = { date_format: 'dmy' } as const;
    const values = valuesOf(await stage('41-dates.csv', ['email', 'what', 'when'], [WHAT, when], format), 2);
    expect([8, 9, 10, 59, 60, 61].map((at) => values[at])).toEqual([
      ...['2024-01-31', '2024-01-31', null],
      ...['2024-01-31', null, '2024-12-13'],
    ]);
  });

  it('are the numbers that can be read in one way only', async () => {
    const decimal = field('number', { id: 2, name: 'V', attributes: DECIMAL });
    const values = valuesOf(await stage('42-numbers.csv', ['email', 'what', 'V'], [WHAT, decimal]), 2);
    const whole = field('number', { id: 2, name: 'V' });
    const wholes = valuesOf(await stage('42-numbers.csv', ['email', 'what', 'V'], [WHAT, whole]), 2);
    expect(values).toEqual(RIGHT_NUMBERS.map(unlessBlank));
    expect(wholes.slice(0, 12)).toEqual([5, 5, 5, null, null, 1234, 1234, 1234, null, null, null, null]);
  });

  it.each([
    [',', RIGHT_COMMA_NUMBERS.map(unlessBlank), null],
    ['.', null, [5, 5, 5, 1234, 1.234, 1234, 1234, 1234, null, 12.5, null, 1234.56]],
  ] as const)('are the numbers of decimal mark %s, of the file or of the column', async (decimal_mark, all, first) => {
    const decimal = field('number', { id: 2, name: 'V', attributes: DECIMAL });
    const mapping = ['email', 'what', 'V'];
    const ofFile = valuesOf(await stage('42-numbers.csv', mapping, [WHAT, decimal], { decimal_mark }), 2);
    if (all !== null) expect(ofFile).toEqual(all);
    if (first !== null) expect([ofFile.slice(0, 12), ofFile.slice(44, 46)]).toEqual([first, [5, 0.5]]);
    const other = { decimal_mark: decimal_mark === ',' ? '.' : ',' } as const;
    const rules = [null, null, { decimal_mark }];
    expect(valuesOf(await stage('42-numbers.csv', mapping, [WHAT, decimal], other, rules), 2)).toEqual(ofFile);
  });

  it('are the booleans of words that are known', async () => {
    const flag = field('boolean', { id: 2, name: 'V' });
    const values = valuesOf(await stage('43-booleans.csv', ['email', 'what', 'V'], [WHAT, flag]), 2);
    expect(values).toEqual(RIGHT_BOOLEANS.map((value) => (value === null ? null : value === 'true')));
  });

  it('are dates with dots, day first under either format', async () => {
    const fields = [field('text', { id: 1, name: 'Vorname' }), field('date', { id: 2, name: 'Geburtsdatum' })];
    const mapping = ['email', 'Vorname', 'Geburtsdatum'];
    for (const date_format of ['mdy', 'dmy'] as const) {
      const format = { csv_field_separator: ';', date_format } as const;
      expect(valuesOf(await stage('61-dotted.csv', mapping, fields, format), 2)).toEqual(['1990-12-31', '1985-02-01']);
    }
  });

  it('are numbers with a decimal comma, and whole ones with decimals of zero', async () => {
    const sales = field('number', { id: 1, name: 'Umsatz', attributes: DECIMAL });
    const points = field('number', { id: 2, name: 'Punkte' });
    const format = { csv_field_separator: ';' } as const;
    const german = await stage('101-de-numbers.csv', ['email', 'Umsatz', 'Punkte'], [sales, points], format);
    expect([valuesOf(german, 1), valuesOf(german, 2)]).toEqual([
      [1234.5, 12.75],
      [5, 6],
    ]);
    const marked = { ...format, decimal_mark: ',' } as const;
    expect(await stage('101-de-numbers.csv', ['email', 'Umsatz', 'Punkte'], [sales, points], marked)).toEqual(german);
    const pandas = await stage('101c-pandas.csv', ['email', 'Punkte'], [points]);
    expect(pandas.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(valuesOf(pandas, 2)).toEqual([5, null, 7]);
  });

  it('are those of people who are in the file, however dirty their rows are', async () => {
    const fields = [field('text', { id: 1, name: 'Name' }), field('text', { id: 2, name: 'City' })];
    const outcomes = await stage('60b-deactivate-dirty.csv', ['email', 'Name', 'City'], fields);
    const keys = outcomes.map((outcome) => (outcome.error === undefined ? [outcome.row.key] : outcome.keys));
    expect(keys.flat()).toEqual(['ann', 'bob', 'cid', 'dan', 'eve', 'fay'].map((name) => `${name}@x.example`));
  });

  it('are no rows of other people within a field of a single line', async () => {
    const fields = [field('text', { id: 1, name: 'Name' }), field('text', { id: 2, name: 'City' })];
    const outcomes = await stage('96b-swallowed.csv', ['email', 'Name', 'City'], fields);
    expect(outcomes.map(({ error = null }) => error)).toEqual([null, `Name ${SWALLOWED}`, null]);
    expect(outcomes[1]).toMatchObject({
      keys: ['bob', 'cid', 'dan', 'eve'].map((name) => `${name}@x.example`),
      isUnread: false,
      rows: [
        'bob@x.example,"Bob Ray,Ulm',
        'cid@x.example,cid,Ulm',
        'dan@x.example,dan,Ulm',
        'eve@x.example,eve","Ulm"',
      ],
    });
    const skipped = await stage('96b-swallowed.csv', ['email', '', 'City'], fields);
    expect(skipped.map(({ error = null }) => error)).toEqual([null, `A field ${SWALLOWED}`, null]);
  });

  it('are the choices of a JSON array', async () => {
    const options = ['Cats', 'Dogs'].map((name, id) => ({ id, name }));
    const topics = field('select_multiple_checkboxes', { id: 1, name: 'Topics', options });
    expect(valuesOf(await stage('101d-json-choices.csv', ['email', 'Topics'], [topics]), 1)).toEqual([[0, 1], [1]]);
  });
});

/** Reads a file of test/cases/imports as an import does, and stages its rows. */
async function stage(
  name: string,
  column_mapping: string[],
  fields: CustomField[],
  format: Partial<FileFormat> = {},
  column_rules: (ColumnRule | null)[] = [],
): Promise<RowOutcome[]> {
  const file_format = { ...FORMAT, ...format };
  const row = compileRow({
    list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
    fields,
    timeZone: 'UTC',
    options: { ...DEFAULTS, column_mapping, column_rules, file_format },
  });
  const source = createReadStream(new URL(`../../cases/imports/${name}`, import.meta.url));
  const rows: RawRow[] = [];
  for await (const slice of readRange(source, file_format, { firstRow: 0 })) rows.push(...slice);
  return rows.slice(1).map(row);
}

/** The value of a field in every row; null where the row failed or has none. */
function valuesOf(outcomes: readonly RowOutcome[], fieldId: number): unknown[] {
  return outcomes.map((outcome) => {
    if (outcome.error !== undefined) return null;
    const values = JSON.parse(outcome.row.customFields) as Record<string, unknown>;
    return values[fieldId] ?? null;
  });
}
