import type { components } from '../../../client/index.ts';
import { fieldTypeName } from '../../parts/field-types.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import type { Analysis } from './draft.ts';

type Field = components['schemas']['CustomField'];
type Column = Analysis['columns'][number];

interface MappingTableProps {
  analysis: Analysis;
  /** The entry of each column. */
  mapping: readonly string[];
  fields: readonly Field[];
  onChoose: (column: number, entry: string) => void;
  /** Asks for a new field for a column. */
  onCreate: (column: number) => void;
}

/** The first rows of the file, each column under the field that it goes to. */
export function MappingTable({ analysis, mapping, ...choosing }: MappingTableProps) {
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
                <span class="column-name">{nameOf(column)}</span>
              </th>
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

function nameOf({ number, name }: Column): string {
  return name === null || name === '' ? `Column ${number}` : name;
}

type FieldChoiceProps = Pick<MappingTableProps, 'fields' | 'onChoose' | 'onCreate'> & { column: Column; entry: string };

function FieldChoice({ column, entry, fields, onChoose, onCreate }: FieldChoiceProps) {
  const { number, suggestion, suggested_by } = column;
  return (
    <>
      <select
        aria-label={`Field for the column ${nameOf(column)}`}
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
                {`${field.name} (${fieldTypeName(field.field_type).toLowerCase()})`}
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

const NEW_FIELD = '\n';

const BUILT_IN = [
  { name: 'email', label: 'Address' },
  { name: 'status', label: 'Status' },
  { name: 'email_format', label: 'Format of mails' },
  { name: 'confirmed', label: 'Confirmed' },
  { name: 'subscribe_time', label: 'Time of subscription' },
  { name: 'subscribe_ip', label: 'IP of subscription' },
  { name: 'confirm_time', label: 'Time of confirmation' },
  { name: 'remove_time', label: 'Time of removal' },
  { name: 'remove_ip', label: 'IP of removal' },
];

const REASONS = {
  name: 'suggested by its name',
  synonym: 'suggested by its name',
  last_import: 'as in the last import',
  values: 'suggested by its values',
} as const;
