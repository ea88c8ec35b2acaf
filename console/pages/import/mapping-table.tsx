import { fieldTypeName } from '../../parts/field-types.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { ColumnReading } from './column-reading.tsx';
import type { ColumnRule, RuleChoices } from './column-rule.ts';
import { columnName } from './column-name.ts';
import type { Analysis } from './draft.ts';
import { BUILT_IN } from './entry-type.ts';
import type { Field } from './entry-type.ts';

type Column = Analysis['columns'][number];

interface MappingTableProps {
  analysis: Analysis;
  /** The entry of each column. */
  mapping: readonly string[];
  /** The rule of each column. */
  rules: readonly (ColumnRule | null)[];
  fields: readonly Field[];
  onChoose: (column: number, entry: string) => void;
  /** Asks for a new field for a column. */
  onCreate: (column: number) => void;
  onRule: (column: number, entry: string, choices: RuleChoices) => void;
}

/** The first rows of the file, each column under the field that it goes to. */
export function MappingTable({ analysis, mapping, rules, onRule, ...choosing }: MappingTableProps) {
  const { columns, sample } = analysis;
  if (columns.length === 0)
    return (
      <div class="empty">
        <p>The file has no columns that can be read. Check how it is read, above.</p>
      </div>
    );
  const classOf = (at: number) => (mapping[at] === '' ? 'skipped' : undefined);
  return (
    <WideTable class="preview" label="First rows of the file">
      <table class="cells">
        <caption class="visually-hidden">The first rows of the file under the fields that they go to</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column.number} scope="col" class={classOf(at)}>
                <FieldChoice column={column} entry={mapping[at] ?? ''} {...choosing} />
                <span class="column-name">{columnName(column)}</span>
              </th>
            ))}
          </tr>
          <tr>
            {columns.map((column, at) => (
              <td key={column.number}>
                {mapping[at] !== undefined && mapping[at] !== '' && (
                  <ColumnReading
                    key={mapping[at]}
                    {...{ analysis, at, fields: choosing.fields }}
                    entry={mapping[at]}
                    rule={rules[at] ?? null}
                    onChange={(choices) => onRule(column.number, mapping[at] ?? '', choices)}
                  />
                )}
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.first_rows.map((cells, row) => (
            <tr key={row}>
              {columns.map(({ number }, at) => (
                <td key={number} class={classOf(at)}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

type FieldChoiceProps = Pick<MappingTableProps, 'fields' | 'onChoose' | 'onCreate'> & { column: Column; entry: string };

function FieldChoice({ column, entry, fields, onChoose, onCreate }: FieldChoiceProps) {
  const { number, suggestion, suggested_by } = column;
  return (
    <>
      <select
        id={fieldChoiceId(number)}
        aria-label={`Field for the column ${columnName(column)}`}
        value={entry}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen === NEW_FIELD) {
            event.currentTarget.value = entry;
            onCreate(number);
          } else onChoose(number, chosen);
        }}
      >
        <option value="">– not imported –</option>
        <optgroup label="Subscriber">
          {BUILT_IN.map(({ name: value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
        {fields.length > 0 && (
          <optgroup label="Fields of the list">
            {fields.map((field) => (
              <option key={field.id} value={field.name}>
                {`${field.name} (${fieldTypeName(field.field_type, field.number_support_decimal).toLowerCase()})`}
              </option>
            ))}
          </optgroup>
        )}
        <option value={NEW_FIELD}>Create a field …</option>
      </select>
      <span class="hint">{suggestion === entry && suggested_by !== null ? REASONS[suggested_by] : '\u00a0'}</span>
    </>
  );
}

/** The id of the element that has the field of a column. */
export function fieldChoiceId(column: number): string {
  return `field-of-column-${column}`;
}

const NEW_FIELD = '\n';

const REASONS = {
  name: 'suggested by its name',
  synonym: 'suggested by its name',
  last_import: 'as in the last import',
  values: 'suggested by its values',
} as const;
