import { DEFAULT_FORMAT } from '../domain/subscribers.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { joinRowMessages } from '../domain/messages.ts';
import type { RawRow } from './record-parser.ts';
import type { Draft } from './row-columns.ts';
import { compileColumns } from './row-columns.ts';
import { compileFailure } from './failed-row.ts';
import { compileSwallowed } from './swallowed-rows.ts';
import { compileDefaults, defaultsText } from './row-defaults.ts';
import { compileStatus } from './row-status.ts';
import { compileMisplacedReason, hasOtherWidth, wrongWidth } from './row-width.ts';
import type { RowOutcome, RowPlan } from './row-plan.ts';

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
