import { DEFAULT_FORMAT } from '../domain/subscribers.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { joinRowMessages } from '../domain/messages.ts';
import type { RawRow } from './record-parser.ts';
import type { Draft } from './row-columns.ts';
import { compileColumns } from './row-columns.ts';
import { compileSwallowed } from './swallowed-rows.ts';
import { compileDefaults, defaultsText } from './row-defaults.ts';
import { compileMisplacedReason, hasOtherWidth, wrongWidth } from './row-width.ts';
import type { RowOutcome, RowPlan, FailedRowOutcome } from './row-plan.ts';
import { emailKey } from '../values/subscriber-key.ts';
import { readAddresses } from '../values/addresses-in-text.ts';
import type { FileFormat } from './splitter.ts';
import { leavesBlankStatus, mapsRemovals } from '../domain/import-status.ts';
import type { SubscriberStatus } from '../domain/subscribers.ts';

/**
 * Compiles an import's plan into the function that validates and normalises its rows. A row that fails carries every
 * reason, and the keys that could be read, so that a typo in a date deactivates no subscriber.
 * @throws ValidationFailed when the plan names fields, options or values that don't exist (any more).
 */
export function compileRow(plan: RowPlan): (raw: RawRow) => RowOutcome {
  const defaults = compileDefaults(plan);
  const { columns, keyColumn, names, takeBlanks, takeNewOptions } = compileColumns(plan, defaults);
  const status = compileStatus(plan.options);
  const createDraft = draftFactory(plan, status.initial);
  const mostBytes = MOST_BYTES - Buffer.byteLength(defaultsText(plan) ?? '');
  const readKey = (cell: string): string | null => {
    const draft = createDraft(0);
    columns[keyColumn]?.(cell.trim(), draft, []);
    return draft.key === '' ? null : draft.key;
  };
  const reading = { keyColumn, columns: columns.length, readKey, isAddress: plan.list.primaryKeyFieldId === null };
  const fail = compileFailure(plan.options.file_format, reading);
  const findSwallowed = compileSwallowed(plan.options.file_format, names);
  const findMisplaced = compileMisplacedReason(plan.options.column_mapping);

  return (raw) => {
    const { rowNumber, fields, error } = raw;
    const swallowed = raw.hasLineBreak === true ? findSwallowed(raw) : null;
    if (swallowed !== null) return fail(raw, swallowed.error, swallowed.rows);
    if (error !== null) return fail(raw, error);
    if (hasOtherWidth(fields, columns.length)) {
      return fail(raw, wrongWidth(fields.length, columns.length));
    }
    const misplaced = findMisplaced?.(fields) ?? null;
    if (misplaced !== null) return fail(raw, misplaced);
    const row = createDraft(rowNumber);
    const errors: string[] = [];
    for (let index = 0; index < columns.length; index += 1) columns[index]?.((fields[index] ?? '').trim(), row, errors);
    const blanks = takeBlanks?.();
    const newOptions = takeNewOptions?.();
    if (errors.length > 0) return fail(raw, joinRowMessages(errors));
    status.settle?.(row);
    // Every fragment begins with a comma, the first one's is one too many.
    row.customFields = `{${row.customFields.slice(1)}}`;
    if (isLonger(row.customFields, mostBytes)) return fail(raw, TOO_LARGE);
    if (newOptions !== undefined) return { row, newOptions };
    return blanks === undefined || blanks.length === 0 ? { row } : { row, blanks };
  };
}

const MOST_BYTES = BOUNDS.subscriberData.max;
const TOO_LARGE = `The custom fields of the row, with the defaults of the import, take more than ${MOST_BYTES} bytes.`;
/** A character of JavaScript takes at most this many bytes of UTF-8. */
const BYTES_PER_CHARACTER = 3;

function isLonger(text: string, bytes: number): boolean {
  return text.length * BYTES_PER_CHARACTER > bytes && Buffer.byteLength(text) > bytes;
}

/** A row before its columns were read: what holds where they are unmapped or blank. */
function draftFactory({ options, list }: RowPlan, status: Draft['status']): (rowNumber: number) => Draft {
  const { format = DEFAULT_FORMAT, confirmed = false }: Partial<ImportOptions['subscriber_defaults']> =
    options.subscriber_defaults;
  const emailFormat = list.hasFormat ? format : null;
  return (rowNumber) => ({
    rowNumber,
    key: '',
    email: '',
    status,
    emailFormat,
    confirmed: list.hasConfirmed ? confirmed : null,
    confirmTime: null,
    subscribeTime: null,
    subscribeIp: null,
    removeTime: null,
    removeIp: null,
    customFields: '',
    clearsFields: false,
  });
}

const LINE_BREAK = /\r\n|\n|\r/;

/** Position and parser of the keys of rows. */
interface KeyReading {
  /** Index of the column that holds the key. */
  readonly keyColumn: number;
  /** The number of mapped columns. */
  readonly columns: number;
  /** The key that a cell of that column says; null when it says none. */
  readonly readKey: (cell: string) => string | null;
  /** Whether the key is the address. */
  readonly isAddress: boolean;
}

/**
 * Compiles the function that makes a failed row of a row. Its keys are those of all addresses that can be read out of its
 * text, or of its key cell on a list with an alternate primary key; of a row that holds others, also of these. A row of several lines is
 * unread where a line has the cells of a row and no key, whatever it failed for.
 */
function compileFailure(format: FileFormat, { keyColumn, columns, readKey, isAddress }: KeyReading) {
  const separator = format.csv_field_separator;
  const keyOf = (fields: readonly string[]): string | null => {
    const cell = fields[keyColumn];
    return cell === undefined ? null : readKey(cell);
  };
  /** Whether a line of the record has the cells of a row and no key: it may be a person who cannot be told. */
  const holdsUnread = (text: string): boolean => {
    const lines = text.split(LINE_BREAK);
    if (lines.length === 1) return false;
    return lines.some((line) => {
      const cells = line.split(separator);
      if (cells.length < columns || line.trim() === '') return false;
      return isAddress ? readAddresses(line).length === 0 : keyOf(cells) === null;
    });
  };
  return (raw: RawRow, error: string, rows?: readonly string[]): FailedRowOutcome => {
    const cells = [keyOf(raw.fields)];
    if (!isAddress && rows !== undefined) cells.push(...rows.slice(1).map((row) => keyOf(row.split(separator))));
    const keys = new Set(cells.filter((key) => key !== null));
    if (isAddress) for (const address of readAddresses(raw.text())) keys.add(emailKey(address));
    const isUnread = keys.size === 0 || raw.isCut === true || holdsUnread(raw.text());
    return { error, keys: [...keys], isUnread, ...(rows !== undefined && { rows }) };
  };
}

/** The status of rows that have none of their own. */
interface RowStatus {
  /** Status of a row before its columns are read; null: it keeps its subscriber's status, unless `settle` gives it one. */
  readonly initial: SubscriberStatus | null;
  /** Completes a row whose columns are read; null when there is nothing to do. */
  readonly settle: ((draft: Draft) => void) | null;
}

/**
 * Compiles the status of rows that have none of their own. A row with a removal date or address is never active: its person has left,
 * whatever the default is.
 */
function compileStatus(options: ImportOptions): RowStatus {
  const { status: byDefault } = options.subscriber_defaults;
  const ifBlank = leavesBlankStatus(options) ? null : byDefault;
  if (options.default_status_sent === undefined || !mapsRemovals(options)) return { initial: ifBlank, settle: null };
  const removed = byDefault === 'active' ? 'unsubscribed' : byDefault;
  return {
    initial: null,
    settle: (draft) => {
      draft.status ??= draft.removeTime === null && draft.removeIp === null ? ifBlank : removed;
    },
  };
}
