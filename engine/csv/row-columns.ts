import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../domain/subscribers.ts';
import { NEEDED_ENTRIES } from '../domain/column-rule-limits.ts';
import { compileValues, createsOptions, leavesBlank } from '../domain/column-rules.ts';
import type { ColumnRule } from '../domain/column-rules.ts';
import { ValidationFailed } from '../platform/errors.ts';
import type { CellParser, CustomField, NewOption, StoredValue } from '../values/custom-field.ts';
import { isRequired } from '../values/custom-field.ts';
import { compileCellParser, parseBooleanCell } from '../values/custom-field-cells.ts';
import type { DateFormat } from '../values/date-shapes.ts';
import type { DateTimeParser } from '../values/date-time.ts';
import { createDateTimeParser } from '../values/date-time.ts';
import { readEmailCell, whyNoEmail } from '../values/email-cell.ts';
import { isIpAddress } from '../values/ip-address.ts';
import { alternateKey, emailKey } from '../values/subscriber-key.ts';
import type { ColumnReader } from './column-reader.ts';
import { keepsStored } from './field-overwrites.ts';
import { refuseFormulaErrors } from './formulas.ts';
import { createBlanks } from './left-blank.ts';
import { compileMappedFields } from './mapped-fields.ts';
import { createRowOptions } from './new-options.ts';
import type { FieldDefaults } from './row-defaults.ts';
import type { BlankCell, RowPlan, StagedRow } from './row-plan.ts';

/** A staged row in the making: `key` is '' until it is known, `customFields` a run of `,"id":value` fragments. */
export type Draft = { -readonly [Key in keyof StagedRow]: StagedRow[Key] };

type Column = ColumnReader<Draft>;

export interface Columns {
  /** One for each column of the file; null skips it. */
  readonly columns: readonly (Column | null)[];
  /** Index of the column that holds the key. */
  readonly keyColumn: number;
  /** For each column the name of what it is mapped to, if that has a single line; null for all others. */
  readonly names: readonly (string | null)[];
  /** Returns the cells that were left blank since the last call; null where no column leaves any blank. */
  readonly takeBlanks: (() => readonly BlankCell[]) | null;
  /** Returns the options that cells have created since the last call; null unless they are looked for. */
  readonly takeNewOptions: (() => readonly NewOption[]) | null;
}

/**
 * Compiles the column mapping.
 * @throws ValidationFailed when an entry is neither a built-in one nor a field of the list, or no column holds the key.
 */
export function compileColumns(plan: RowPlan, defaults: FieldDefaults): Columns {
  const { options, list, timeZone } = plan;
  const datesIn = (dateFormat: DateFormat) => createDateTimeParser({ dateFormat, timeZone });
  const parsers = { mdy: datesIn('mdy'), dmy: datesIn('dmy') };
  const dates = parsers[options.file_format.date_format];
  const builtIns = builtInColumns(list, dates);
  const findField = compileMappedFields(plan);
  const entries = options.column_mapping.map((entry) => entry.trim().toLowerCase());
  const found = options.column_mapping.map((entry, index) =>
    entries[index] === '' || builtIns.has(entries[index] ?? '') ? null : findField(entry),
  );
  const mapped = found.map((each) => each?.field);
  const unknown = found.flatMap((each) => (each?.error === undefined ? [] : [`column_mapping: ${each.error}`]));
  if (unknown.length > 0) throw new ValidationFailed(unknown);

  const blanks = createBlanks();
  const newOptions = plan.findsNewOptions === true ? createRowOptions() : null;
  const isWorkbook = options.file_format.workbook === true;
  const withoutErrors = (column: Column | null, name: string) =>
    isWorkbook ? refuseFormulaErrors(column, name) : column;
  const columns = entries.map((entry, index) => {
    const field = mapped[index];
    const rule = options.column_rules?.[index];
    const ownDates = rule?.date_format === undefined ? dates : parsers[rule.date_format];
    if (!field) {
      const ofEntry = ownDates === dates ? builtIns : builtInColumns(list, ownDates);
      const column = withValues(withoutErrors(ofEntry.get(entry) ?? null, entry), rule);
      return leavesBlank(rule) && !NEEDED_ENTRIES.has(entry) ? blanks.leaving(column, { index, name: entry }) : column;
    }
    const parse = compileCellParser(field, ownDates, {
      decimalMark: rule?.decimal_mark ?? options.file_format.decimal_mark,
      separator: rule?.separator,
      createsOptions: createsOptions(rule),
      ...(newOptions !== null &&
        createsOptions(rule) && { onNewOption: (name) => newOptions.note({ fieldId: field.id, name }) }),
    });
    const isKey = field.id === list.primaryKeyFieldId;
    const ofField = isKey ? keyColumnOf(field, parse) : fieldColumn(field, parse, { defaults, rule });
    const column = withValues(withoutErrors(ofField, field.name), rule);
    const isNeeded = isKey || (isRequired(field) && defaults.get(field.id) == null);
    return leavesBlank(rule) && !isNeeded ? blanks.leaving(column, { index, name: field.name }) : column;
  });
  const keyColumn =
    list.primaryKeyFieldId === null
      ? entries.indexOf('email')
      : mapped.findIndex((field) => field?.id === list.primaryKeyFieldId);
  if (keyColumn < 0) throw new ValidationFailed('column_mapping: the column of the primary key is missing');
  const names = columns.map((column, index) => {
    const field = mapped[index];
    if (column === null || field?.fieldType === 'text_multiline') return null;
    return field?.name ?? entries[index] ?? null;
  });
  const takeBlanks = (options.column_rules ?? []).some(leavesBlank) ? blanks.take : null;
  return { columns, keyColumn, names, takeBlanks, takeNewOptions: newOptions?.take ?? null };
}

/** Replaces the cells that the rule has values for, before the column reads them. */
function withValues(column: Column | null, rule: ColumnRule | null | undefined): Column | null {
  const meaning = compileValues(rule);
  return column === null || meaning === null ? column : (cell, draft, errors) => column(meaning(cell), draft, errors);
}

/** Entries the list has no use for map to null: a list without the format field takes no format. */
function builtInColumns(list: RowPlan['list'], dates: DateTimeParser): Map<string, Column | null> {
  const { hasFormat, hasConfirmed, primaryKeyFieldId } = list;
  return new Map<string, Column | null>([
    ['email', emailColumn(primaryKeyFieldId === null)],
    ['status', wordColumn('status', SUBSCRIBER_STATUSES, (draft, word) => (draft.status = word))],
    [
      'email_format',
      hasFormat ? wordColumn('email_format', EMAIL_FORMATS, (draft, word) => (draft.emailFormat = word)) : null,
    ],
    ['confirmed', hasConfirmed ? confirmedColumn : null],
    ['confirm_time', hasConfirmed ? timeColumn('confirm_time', 'confirmTime', dates) : null],
    ['subscribe_time', timeColumn('subscribe_time', 'subscribeTime', dates)],
    ['subscribe_ip', ipColumn('subscribe_ip', 'subscribeIp')],
    ['remove_time', timeColumn('remove_time', 'removeTime', dates)],
    ['remove_ip', ipColumn('remove_ip', 'removeIp')],
  ]);
}

function emailColumn(isKey: boolean): Column {
  return (cell, draft, errors) => {
    const email = cell === '' ? null : readEmailCell(cell);
    if (cell === '') errors.push('email is required');
    else if (email === null) errors.push(`email ${whyNoEmail(cell)}`);
    else {
      draft.email = email;
      if (isKey) draft.key = emailKey(email);
    }
  };
}

function wordColumn<Word extends string>(
  name: string,
  words: readonly Word[],
  set: (draft: Draft, word: Word) => void,
): Column {
  const error = `${name} must be one of ${words.join(', ')}`;
  return (cell, draft, errors) => {
    if (cell === '') return;
    const word = words.find((known) => known === cell) ?? words.find((known) => known === cell.toLowerCase());
    if (word === undefined) errors.push(error);
    else set(draft, word);
  };
}

const confirmedColumn: Column = (cell, draft, errors) => {
  if (cell === '') return;
  const value = parseBooleanCell(cell);
  if (value === undefined) errors.push('confirmed must be true or false');
  else draft.confirmed = value;
};

function timeColumn(
  name: string,
  target: 'confirmTime' | 'subscribeTime' | 'removeTime',
  dates: DateTimeParser,
): Column {
  return (cell, draft, errors) => {
    if (cell === '') return;
    const instant = dates.parseInstant(cell);
    if (instant === null) errors.push(`${name} is not a date and time in an accepted format`);
    else draft[target] = instant;
  };
}

function ipColumn(name: string, target: 'subscribeIp' | 'removeIp'): Column {
  return (cell, draft, errors) => {
    if (cell === '') return;
    if (!isIpAddress(cell)) errors.push(`${name} is not an IP address`);
    else draft[target] = cell;
  };
}

/** A blank cell says nothing where it keeps what is stored, or where the merge has a default for it; else it clears the field. */
function fieldColumn(
  field: CustomField,
  parse: CellParser,
  { defaults, rule }: { defaults: FieldDefaults; rule: ColumnRule | null | undefined },
): Column {
  const blank = blankFragment(field, defaults.get(field.id) ?? null, rule);
  const prefix = `,"${field.id}":`;
  return (cell, draft, errors) => {
    if (cell === '') {
      if (blank === null) errors.push(`${field.name} is required`);
      else if (blank !== '') {
        draft.customFields += blank;
        draft.clearsFields = true;
      }
      return;
    }
    const parsed = parse(cell);
    if (parsed.error !== undefined) errors.push(parsed.error);
    else draft.customFields += prefix + JSON.stringify(parsed.value);
  };
}

/** Returns the fragment that a blank cell adds to a row: '' is nothing, null an error. */
function blankFragment(
  field: CustomField,
  ifBlank: StoredValue | null,
  rule: ColumnRule | null | undefined,
): string | null {
  if (isRequired(field) && ifBlank === null) return null;
  if (rule?.blank === 'keep') return '';
  if (ifBlank === null) return fragment(field.id, null);
  // The merge does not put the default over what is stored where other cells of the column keep that.
  return keepsStored(rule) ? fragment(field.id, ifBlank) : '';
}

/** The key of a list with an alternate primary key: a default would make all blank rows one subscriber, so there is none. */
function keyColumnOf(field: CustomField, parse: CellParser): Column {
  return (cell, draft, errors) => {
    const parsed = cell === '' ? { error: `${field.name} is required` } : parse(cell);
    const key = parsed.error === undefined ? alternateKey(field, parsed.value) : parsed;
    if (key.error !== undefined) errors.push(key.error);
    else draft.key = key.value;
    if (parsed.error === undefined) draft.customFields += fragment(field.id, parsed.value);
  };
}

function fragment(id: number, value: StoredValue | null): string {
  return `,"${id}":${JSON.stringify(value)}`;
}
