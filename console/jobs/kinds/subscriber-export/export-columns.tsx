import { dataOf } from '../../../../client/index.ts';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useListFields } from '../../../hooks/use-list-fields.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { useApi, useMay } from '../../../session/session.tsx';

/** Columns that each list has, by the name that files have for them. */
const COMMON = {
  email: 'Address',
  status: 'Status',
  subscribe_time: 'Subscribed at',
  subscribe_ip: 'Subscribed from',
  remove_time: 'Left at',
  remove_ip: 'Left from',
} as const;

const FORMAT = { email_format: 'Format of mails' } as const;
const CONFIRMATION = { confirmed: 'Has confirmed the address', confirm_time: 'Confirmed at' } as const;

interface ExportColumnsProps {
  listId: number;
  /** The chosen ones in the order of the file; null: all. */
  columns: readonly string[] | null;
  onChange: (columns: readonly string[] | null) => void;
}

/** The choice of the columns of an export: all, or some of them. */
export function ExportColumns({ listId, columns, onChange }: ExportColumnsProps) {
  return (
    <fieldset class="plain">
      <legend>Columns</legend>
      <label class="check">
        <input type="radio" name="export-columns" checked={columns === null} onChange={() => onChange(null)} />
        All columns
      </label>
      <label class="check">
        <input type="radio" name="export-columns" checked={columns !== null} onChange={() => onChange(['email'])} />
        Some of them
      </label>
      {columns !== null && <SomeColumns {...{ listId, columns, onChange }} />}
    </fieldset>
  );
}

interface SomeColumnsProps extends ExportColumnsProps {
  columns: readonly string[];
}

function SomeColumns({ listId, columns, onChange }: SomeColumnsProps) {
  const fields = useListFields(listId);
  const optional = useOptionalColumns(listId);
  const failed = [fields, optional].find(({ error }) => error !== null);
  if (failed !== undefined) return <ErrorPanel error={failed.error} onRetry={failed.reload} />;
  if (fields.data === undefined || optional.data === undefined) return <p class="muted">Loading …</p>;
  const builtIn = Object.entries({ ...COMMON, ...optional.data });
  // Files have the built-in column where a field has its name.
  const ofFields = fields.data.filter(({ name }) => !RESERVED.includes(name.toLowerCase()));
  const offered = [...builtIn, ...ofFields.map(({ name }) => [name, name] as const)];
  const toggle = (column: string) =>
    onChange(offered.map(([name]) => name).filter((name) => columns.includes(name) !== (name === column)));
  return (
    <div class="inset choices" role="group" aria-label="Columns of the file">
      {offered.map(([column, name]) => (
        <label key={column}>
          <input type="checkbox" checked={columns.includes(column)} onChange={() => toggle(column)} />
          {name}
        </label>
      ))}
    </div>
  );
}

const RESERVED = Object.keys({ ...COMMON, ...FORMAT, ...CONFIRMATION });

/** The columns that not every list has: its subscribers have them. */
function useOptionalColumns(listId: number) {
  const { client } = useApi();
  const may = useMay();
  const mayRead = may('subscriber.read');
  return useAnswer(async () => {
    const params = { path: { id: listId }, query: { per_page: 1 } };
    const [first] = mayRead ? await dataOf(client.GET('/mailing_lists/{id}/subscribers', { params })) : [];
    return {
      ...(first?.email_format !== undefined && FORMAT),
      ...(first?.confirmed !== undefined && CONFIRMATION),
    };
  }, [client, listId, mayRead]);
}
