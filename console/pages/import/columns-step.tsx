import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { FieldForm } from '../../parts/field-form.tsx';
import { fieldTypeName } from '../../parts/field-types.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { formatCount, formatCountOf } from '../../parts/format.ts';
import { useApi } from '../../session/session.tsx';
import { mappingOf } from './draft.ts';
import type { Analysis, Draft } from './draft.ts';
import { FormatControls } from './format-controls.tsx';

type Field = components['schemas']['CustomField'];

interface ColumnsStepProps {
  listId: number;
  analysis: Analysis;
  isAnalyzing: boolean;
  fields: readonly Field[];
  onFields: () => void;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  /** What keeps the mapping from being imported. */
  problems: readonly string[];
}

/** The second step: how the file is read, and the field that each column goes to. */
export function ColumnsStep({
  listId,
  analysis,
  isAnalyzing,
  fields,
  onFields,
  draft,
  onChange,
  problems,
}: ColumnsStepProps) {
  const { client } = useApi();
  const [creatingFor, setCreatingFor] = useState<number | null>(null);
  const mapping = mappingOf(draft, analysis);
  const choose = (column: number, entry: string) => onChange({ mapping: { ...draft.mapping, [column]: entry } });
  const { records, sample, warnings } = analysis;
  const creating = analysis.columns.find(({ number }) => number === creatingFor);

  return (
    <>
      <p aria-live="polite">
        {records.estimate !== null && (
          <>
            {records.is_exact ? '' : 'About '}
            <b>{formatCountOf(records.estimate, 'row')}</b>
            {'. '}
          </>
        )}
        {sample.failed === 0
          ? `No errors in the first ${formatCountOf(sample.rows, 'row')}.`
          : `${formatCount(sample.failed)} of the first ${formatCountOf(sample.rows, 'row')} would fail as suggested, for example row ${formatCount(sample.failures[0]?.row ?? null)}: ${sample.failures[0]?.message ?? ''}.`}
      </p>
      <FormatControls
        format={{ ...analysis.file_format, ...draft.format }}
        isBusy={isAnalyzing}
        onChange={(format) => onChange({ format: { ...draft.format, ...format }, mapping: {} })}
      />
      {warnings.map(({ code, message }) => (
        <p key={code} class="panel warning">
          {message}
        </p>
      ))}
      <DataTable
        caption="Columns of the file and the fields they go to"
        rows={analysis.columns}
        keyOf={({ number }) => number}
        empty={<p>The file has no columns that can be read. Check how it is read, above.</p>}
        columns={[
          {
            name: 'Column',
            cell: ({ number, name }) => <b>{name === null || name === '' ? `Column ${number}` : name}</b>,
          },
          {
            name: 'First values',
            cell: ({ samples }) => (
              <ul class="plain samples">
                {samples.length === 0 ? (
                  <li class="muted">empty</li>
                ) : (
                  samples.map((text) => <li key={text}>{text}</li>)
                )}
              </ul>
            ),
          },
          {
            name: 'Goes to',
            cell: ({ number, name, suggestion, suggested_by }) => {
              const entry = mapping[number - 1] ?? '';
              return (
                <>
                  <select
                    aria-label={`Field for the column ${name ?? number}`}
                    value={entry}
                    onChange={(event) => {
                      const chosen = event.currentTarget.value;
                      if (chosen === NEW_FIELD) {
                        event.currentTarget.value = entry;
                        setCreatingFor(number);
                      } else choose(number, chosen);
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
                  <span class="hint">{suggestion === entry && suggested_by !== null ? REASONS[suggested_by] : ''}</span>
                </>
              );
            },
          },
        ]}
      />
      {creating !== undefined && (
        <FieldForm
          key={creating.number}
          name={creating.name ?? ''}
          onCancel={() => setCreatingFor(null)}
          create={async (input) => {
            const { name } = await dataOf(
              client.POST('/mailing_lists/{id}/custom_fields', {
                params: { path: { id: listId } },
                body: { custom_field: input },
              }),
            );
            onFields();
            choose(creating.number, name);
            setCreatingFor(null);
          }}
        />
      )}
      {problems.length > 0 && (
        <ul class="panel warning problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
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
