import type { DecimalMark } from '../domain/column-rules.ts';
import type { CustomField, FieldOption, Parsed, StoredValue } from './custom-field.ts';
import type { DateTimeParser } from './date-time.ts';
import { numberRule, optionFinder, optionSorter, parseNumberText, textRule } from './value-rules.ts';

export type CellParser = (cell: string) => Parsed<StoredValue>;

const BOOLEANS = new Map<string, boolean>([
  ...['true', 't', 'yes', 'y', 'on', '1', '1.0'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0', '0.0'].map((word) => [word, false] as const),
]);

/** Separators of checkbox names, tried in turn: an option's own name may hold a comma. */
const NAME_SEPARATORS = ['|', ';', ',', '\n', /[|;,\n]/];

/** `true`, `t`, `yes`, `y`, `on`, `1` and their opposites in any case; undefined for anything else. */
export function parseBooleanCell(cell: string): boolean | undefined {
  return BOOLEANS.get(cell) ?? BOOLEANS.get(cell.toLowerCase());
}

/** How the cells of one column are written. */
export interface CellFormat {
  readonly decimalMark?: DecimalMark | undefined;
  /** What stands between choices; absent: one of the usual marks. */
  readonly separator?: string | undefined;
}

/** The parser of a field's non-blank, trimmed cells; made once for each column. */
export function compileCellParser(
  field: CustomField,
  dates: DateTimeParser,
  { decimalMark, separator }: CellFormat = {},
): CellParser {
  switch (field.fieldType) {
    case 'text':
    case 'text_multiline':
      return textRule(field);
    case 'number':
      return numberCell(field, decimalMark);
    case 'boolean':
      return orElse(parseBooleanCell, `${field.name} must be true or false`);
    case 'date':
      return orElse(dates.parseDate, `${field.name} is not a date in an accepted format`);
    case 'day_of_year':
      return orElse(dates.parseDayOfYear, `${field.name} is not a day of the year in an accepted format`);
    case 'select_single_dropdown':
    case 'select_single_radio': {
      const find = optionFinder(field);
      const only = (names: readonly string[] | null) => (names?.length === 1 ? find(names[0] ?? '') : undefined);
      return orElse(
        (cell) => (find(cell) ?? only(listedNames(cell)))?.id,
        `${field.name} is not one of the field's options`,
      );
    }
    case 'select_multiple_checkboxes':
      return checkboxesCell(field, separator === undefined ? NAME_SEPARATORS : [separator]);
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

function checkboxesCell(field: CustomField, separators: readonly (string | RegExp)[]): CellParser {
  const find = optionFinder(field);
  const idsOf = optionSorter(field);
  const error = `${field.name} names a choice that is not one of the field's options`;

  return (cell) => {
    const whole = find(cell);
    if (whole) return { value: [whole.id] };
    const listed = listedNames(cell)?.map(find);
    if (listed?.every((option) => option !== undefined) === true) return { value: idsOf(listed) };
    for (const separator of separators) {
      const names = cell.split(separator).filter((name) => name.trim() !== '');
      const chosen = names.map(find).filter((option): option is FieldOption => option !== undefined);
      if (chosen.length === names.length) return { value: idsOf(chosen) };
    }
    return { error };
  };
}

const LISTED = /^\s*'([^'\\]*)'\s*$/;
const BRACED = /^\{("(?:[^"\\]|\\.)*"|[^",{}\\]+)(?:,("(?:[^"\\]|\\.)*"|[^",{}\\]+))*\}$/;

/** The names of an array as other programs write one: `["A","B"]`, `['A', 'B']`, `{A,"B C"}`; null for any other cell. */
function listedNames(cell: string): string[] | null {
  if (BRACED.test(cell)) return listedNames(`[${cell.slice(1, -1).replace(PART, quotedPart)}]`);
  if (!cell.startsWith('[') || !cell.endsWith(']')) return null;
  try {
    const names: unknown = JSON.parse(cell);
    const isText = (name: unknown) => typeof name === 'string' || typeof name === 'number' || typeof name === 'boolean';
    return Array.isArray(names) && names.every(isText) ? names.map(String) : null;
  } catch {
    const parts = cell.slice(1, -1).split(',');
    const names = parts.map((part) => LISTED.exec(part)?.[1]);
    return names.every((name) => name !== undefined) ? names : null;
  }
}

const PART = /"(?:[^"\\]|\\.)*"|[^,]+/g;

function quotedPart(part: string): string {
  return part.startsWith('"') ? part : JSON.stringify(part);
}
