import { useLocation } from 'preact-iso/router';
import { useMemo, useState } from 'preact/hooks';
import { dataOf } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { useSegments } from '../../../hooks/use-segments.ts';
import { newIdempotencyKey } from '../../../session/idempotency-key.ts';
import { CommandButton } from '../../../parts/command-button.tsx';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormActions } from '../../../parts/form-actions.tsx';
import { STATUSES, statusName } from '../../../parts/statuses.ts';
import { useApi } from '../../../session/session.tsx';
import { ExportColumns } from './export-columns.tsx';

interface NewExportProps {
  listId: number;
  /** The id of the segment that is chosen first; empty for the whole list. */
  segmentId: string;
  onCancel: () => void;
}

interface ExportDraft {
  /** The id of a segment; empty for the whole list. */
  readonly segment: string;
  /** Of the whole list: a segment has its own. */
  readonly statuses: readonly (typeof STATUSES)[number][];
  /** Null: all. */
  readonly columns: readonly string[] | null;
  readonly separator: keyof typeof SEPARATORS;
}

const SEPARATORS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' } as const;

/** Exports the subscribers of a segment or of some statuses: chooses the columns and their separator. */
export function NewExport({ listId, segmentId, onCancel }: NewExportProps) {
  const { client } = useApi();
  const { route } = useLocation();
  const segments = useSegments(listId);
  const [draft, setDraft] = useState<ExportDraft>(() => ({
    ...{ segment: segmentId, statuses: STATUSES },
    ...{ columns: null, separator: ',' },
  }));
  const change = (changes: Partial<ExportDraft>) => setDraft({ ...draft, ...changes });
  const { segment, statuses, columns, separator } = draft;
  const toggle = (status: (typeof STATUSES)[number]) =>
    change({ statuses: STATUSES.filter((each) => statuses.includes(each) !== (each === status)) });
  // A call whose answer was lost is answered again, and creates no second export.
  const idempotencyKey = useMemo(() => newIdempotencyKey(), [draft]);
  const create = async () => {
    const { id } = await dataOf(
      client.POST('/mailing_lists/{id}/subscriber_exports', {
        params: { path: { id: listId }, header: { 'Idempotency-Key': idempotencyKey } },
        body: {
          subscriber_export: {
            ...(segment === '' ? { statuses: [...statuses] } : { segment_id: Number(segment) }),
            ...(columns !== null && { columns: [...columns] }),
            file_format: { csv_field_separator: separator },
          },
        },
      }),
    );
    route(linkTo(`/exports/${id}`));
  };
  const isEmpty = (segment === '' && statuses.length === 0) || columns?.length === 0;
  return (
    <div class="panel after-table" role="group" aria-label="New export">
      {segments.error !== null && (
        <ErrorPanel error={segments.error} what="The segments were not read" onRetry={segments.reload} />
      )}
      {(segments.data ?? []).length > 0 && (
        <Field
          label="Subscribers of"
          {...(segment !== '' && {
            hint: 'Only active subscribers are in a segment, unless a condition of it is about the status.',
          })}
        >
          {(control) => (
            <select
              {...control}
              value={segment}
              onChange={({ currentTarget: { value } }) => change({ segment: value })}
            >
              <option value="">The whole list</option>
              {segments.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  The segment {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {segment === '' && (
        <fieldset class="plain choices">
          <legend>Subscribers with the status</legend>
          {STATUSES.map((status) => (
            <label key={status}>
              <input type="checkbox" checked={statuses.includes(status)} onChange={() => toggle(status)} />
              {statusName(status)}
            </label>
          ))}
        </fieldset>
      )}
      <ExportColumns listId={listId} columns={columns} onChange={(chosen) => change({ columns: chosen })} />
      <Field label="Separator of the columns">
        {(control) => (
          <select
            {...control}
            value={separator}
            onChange={({ currentTarget: { value } }) => change({ separator: value as ExportDraft['separator'] })}
          >
            {Object.entries(SEPARATORS).map(([mark, name]) => (
              <option key={mark} value={mark}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FormActions onCancel={onCancel}>
        <CommandButton kind="primary" disabled={isEmpty} run={create} failed="The export was not created">
          Export
        </CommandButton>
      </FormActions>
    </div>
  );
}
