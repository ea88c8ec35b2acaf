import type { DecimalMark } from '../domain/column-rules.ts';
import { choiceCell, choicesCell } from './choice-cells.ts';
import type { ChoiceFormat } from './choice-cells.ts';
import type { CellParser, CustomField, StoredValue } from './custom-field.ts';
import type { DateTimeParser } from './date-time.ts';
import { numberRule, parseNumberText, textRule } from './value-rules.ts';

const BOOLEANS = new Map<string, boolean>([
  ...['true', 't', 'yes', 'y', 'on', '1', '1.0'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0', '0.0'].map((word) => [word, false] as const),
]);

/** `true`, `t`, `yes`, `y`, `on`, `1` and their opposites in any case; undefined for anything else. */
export function parseBooleanCell(cell: string): boolean | undefined {
  return BOOLEANS.get(cell) ?? BOOLEANS.get(cell.toLowerCase());
}

/** Format of the cells of one column. */
export interface CellFormat extends ChoiceFormat {
  readonly decimalMark?: DecimalMark | undefined;
}

/** The parser of a field's non-blank, trimmed cells; made once for each column. */
export function compileCellParser(field: CustomField, dates: DateTimeParser, format: CellFormat = {}): CellParser {
  switch (field.fieldType) {
    case 'text':
    case 'text_multiline':
      return textRule(field);
    case 'number':
      return numberCell(field, format.decimalMark);
    case 'boolean':
      return orElse(parseBooleanCell, `${field.name} must be true or false`);
    case 'date':
      return orElse(dates.parseDate, `${field.name} is not a date in an accepted format`);
    case 'day_of_year':
      return orElse(dates.parseDayOfYear, `${field.name} is not a day of the year in an accepted format`);
    case 'select_single_dropdown':
    case 'select_single_radio':
      return choiceCell(field, format);
    case 'select_multiple_checkboxes':
      return choicesCell(field, format);
  }
}

function orElse(parse: (cell: string) => StoredValue | null | undefined, error: string): CellParser {
  return (cell) => {
    const value = parse(cell);
    return value === undefined || value === null ? { error } : { value };
  };
}

function numberCell(field: CustomField, decimalMark?: DecimalMark): CellParser {
  const rule = numberRule(field);
  const error = `${field.name} must be a ${field.attributes.number_support_decimal === true ? '' : 'whole '}number`;
  return (cell) => {
    const number = parseNumberText(field, cell, decimalMark);
    return number === null ? { error } : rule(number);
  };
}
