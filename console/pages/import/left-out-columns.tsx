import { useState } from 'preact/hooks';
import { CommandButton } from '../../parts/command-button.tsx';
import { FieldTypeSelect } from '../../parts/field-type-select.tsx';
import { FIELD_CHOICES } from '../../parts/field-types.ts';
import type { NewField } from '../../parts/field-types.ts';
import { formatCount, formatCountOf } from '../../parts/format.ts';
import { useMay } from '../../session/session.tsx';
import { columnName } from './column-name.ts';
import type { Analysis, Draft } from './draft.ts';

type Column = Analysis['columns'][number];

/** The left-out columns about which nothing is decided; columns of consent have a question of their own. */
export function undecidedColumns(analysis: Analysis, mapping: readonly string[], { mapping: chosen }: Draft): Column[] {
  return leftOutColumns(analysis, mapping).filter(
    ({ number, consent }) => chosen[number] === undefined && consent === null,
  );
}

/** The columns with values that go to no field. */
function leftOutColumns({ columns, sample }: Analysis, mapping: readonly string[]): Column[] {
  const isFilled = (column: Column, at: number) => cellsOf(column, at, sample).some((cell) => cell.trim() !== '');
  return columns.filter((column, at) => mapping[at] === '' && isFilled(column, at));
}

interface LeftOutColumnsProps {
  analysis: Analysis;
  mapping: readonly string[];
  draft: Draft;
  /** Creates a field and gives it to the column. */
  onCreate: (column: number, field: NewField) => Promise<unknown>;
  /** These columns are not imported on purpose. */
  onLeaveOut: (columns: readonly number[]) => void;
}

/** Counts the columns that are not imported, and takes the decision about each: a field of its own, or none on purpose. */
export function LeftOutColumns({ analysis, mapping, draft, onCreate, onLeaveOut }: LeftOutColumnsProps) {
  const may = useMay();
  const [types, setTypes] = useState<Readonly<Record<number, ReturnType<typeof guessType>>>>({});
  const columns = leftOutColumns(analysis, mapping);
  if (columns.length === 0) return null;
  const open = undecidedColumns(analysis, mapping, draft);
  const total = analysis.columns.length;
  const sentence = `${formatCount(columns.length)} of ${formatCountOf(total, 'column')} ${columns.length === 1 ? 'is' : 'are'} not imported`;
  if (open.length === 0)
    return (
      <p class="after-legend">
        {sentence}: {columns.map(columnName).join(', ')}.
      </p>
    );
  const mayCreate = may('custom_field.create');
  const fieldOf = (column: Column): NewField => {
    const at = analysis.columns.indexOf(column);
    const name = columnName(column);
    return { name, ...(types[column.number] ?? guessType(name, cellsOf(column, at, analysis.sample))) };
  };
  const createAll = async () => {
    for (const column of open) await onCreate(column.number, fieldOf(column));
  };
  return (
    <section class="panel warning" aria-label="Columns that are not imported">
      <p>
        <b>{sentence}.</b> Decide about each, or leave it: the check can begin.
      </p>
      <ul class="plain left-out">
        {open.map((column) => {
          const name = columnName(column);
          return (
            <li key={column.number}>
              <span class="left-out-name">
                <b>{name}</b>{' '}
                <span class="hint">
                  {column.samples
                    .filter((cell) => cell !== '')
                    .slice(0, 3)
                    .join(', ')}
                </span>
              </span>
              {mayCreate && (
                <>
                  <FieldTypeSelect
                    label={`Type of a field for ${name}`}
                    field={fieldOf(column)}
                    choices={FIELD_CHOICES}
                    onChange={(type) => setTypes({ ...types, [column.number]: type })}
                  />
                  <CommandButton
                    run={() => onCreate(column.number, fieldOf(column))}
                    failed={`No field was created for ${name}`}
                    done={`The field ${name} was created.`}
                  >
                    Create the field<span class="visually-hidden"> {name}</span>
                  </CommandButton>
                </>
              )}
              <button type="button" onClick={() => onLeaveOut([column.number])}>
                Leave out<span class="visually-hidden"> {name}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {open.length > 1 && (
        <div class="actions">
          {mayCreate && (
            <CommandButton run={createAll} failed="Not all fields were created" done="The fields were created.">
              Create fields for all {formatCount(open.length)}
            </CommandButton>
          )}
          <button type="button" onClick={() => onLeaveOut(open.map(({ number }) => number))}>
            Leave all out
          </button>
        </div>
      )}
    </section>
  );
}

function cellsOf({ samples }: Column, at: number, { first_rows }: Analysis['sample']): string[] {
  return [...samples, ...first_rows.map((cells) => cells[at] ?? '')];
}

/**
 * Guesses the type of a field for a column by its name and its first cells. Codes are texts: a number would lose their zeros at the
 * beginning.
 */
function guessType(name: string, cells: readonly string[]): Pick<NewField, 'type' | 'hasDecimals'> {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const are = (pattern: RegExp) => values.length > 0 && values.every((value) => pattern.test(value));
  if (are(/^(?:true|false|yes|no)$/i)) return { type: 'boolean' };
  if (are(DATE)) return { type: 'date' };
  if (!CODE.test(name)) {
    if (are(/^-?(?:0|[1-9]\d{0,14})$/)) return { type: 'number' };
    if (are(/^-?(?:0|[1-9]\d{0,11})(?:[.,]\d{1,6})?$/)) return { type: 'number', hasDecimals: true };
  }
  return { type: values.some((value) => value.includes('\n') || value.length > 255) ? 'text_multiline' : 'text' };
}

const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2}))$/;
const CODE = /zip|postal|postcode|plz|phone|tel|mobile|\bid\b|_id$|number|code|\bnr\b|\bno\b/i;
