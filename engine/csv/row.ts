import { DEFAULT_FORMAT } from '../domain/subscribers.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { joinRowMessages } from '../domain/messages.ts';
import type { RawRow } from './record-parser.ts';
import type { Draft } from './row-columns.ts';
import { compileColumns } from './row-columns.ts';
import { compileDefaults, defaultsText } from './row-defaults.ts';
import type { RowOutcome, RowPlan } from './row-plan.ts';

/**
 * Compiles an import's plan into the function that validates and normalises its rows. A row that fails carries every
 * reason, and its key where that could be read, so that a typo in a date deactivates no subscriber.
 * @throws ValidationFailed when the plan names fields, options or values that don't exist (any more).
 */
export function compileRow(plan: RowPlan): (raw: RawRow) => RowOutcome {
  const defaults = compileDefaults(plan);
  const { columns, keyColumn } = compileColumns(plan, defaults);
  const createDraft = draftFactory(plan);
  const mostBytes = MOST_BYTES - Buffer.byteLength(defaultsText(plan) ?? '');

  function readKey(fields: readonly string[]): string | null {
    const cell = fields[keyColumn];
    if (cell === undefined) return null;
    const draft = createDraft(0);
    columns[keyColumn]?.(cell.trim(), draft, []);
    return draft.key === '' ? null : draft.key;
  }

  return ({ rowNumber, fields, error }) => {
    if (error !== null) return { error, key: readKey(fields) };
    if (fields.length !== columns.length) {
      return { error: `The number of columns is ${fields.length} instead of ${columns.length}.`, key: readKey(fields) };
    }
    const row = createDraft(rowNumber);
    const errors: string[] = [];
    for (let index = 0; index < columns.length; index += 1) columns[index]?.((fields[index] ?? '').trim(), row, errors);
    if (errors.length > 0) return { error: joinRowMessages(errors), key: row.key === '' ? null : row.key };
    // Every fragment begins with a comma, the first one's is one too many.
    row.customFields = `{${row.customFields.slice(1)}}`;
    if (isLonger(row.customFields, mostBytes)) return { error: TOO_LARGE, key: row.key };
    return { row };
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
function draftFactory({ options, list }: RowPlan): (rowNumber: number) => Draft {
  const {
    status,
    format = DEFAULT_FORMAT,
    confirmed = false,
  }: ImportOptions['subscriber_defaults'] = options.subscriber_defaults;
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
