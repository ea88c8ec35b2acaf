import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { usePages } from '../../hooks/use-pages.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { FieldForm } from '../../parts/field-form.tsx';
import { fieldTypeName } from '../../parts/field-types.ts';
import type { FieldInput } from '../../parts/field-types.ts';
import { Pager } from '../../parts/pager.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { FieldEditor } from './field-editor.tsx';

type CustomField = components['schemas']['CustomField'];

interface FieldsProps {
  listId: number;
  /** Called when a field has another name, other choices, or is gone: subscribers show it. */
  onChanged: () => void;
}

/** The custom fields of a list, with the global ones, and forms that add and change one. */
export function Fields({ listId, onChanged }: FieldsProps) {
  const { client } = useApi();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<number | null>(null);
  const mayChange = may('custom_field.update') || may('custom_field.delete');
  const pages = usePages(
    (page) =>
      listingOf(
        client.GET('/mailing_lists/{id}/custom_fields', {
          params: { path: { id: listId }, query: { page, per_page: PER_PAGE } },
        }),
      ),
    [client, listId],
  );
  const add = async (field: FieldInput) => {
    await dataOf(
      client.POST('/mailing_lists/{id}/custom_fields', {
        params: { path: { id: listId } },
        body: { custom_field: field },
      }),
    );
    setAdding(false);
    pages.reload();
  };
  const field = pages.data?.data.find(({ id }) => id === edited);
  const change: Column<CustomField> = {
    name: 'Change',
    cell: ({ id, name }) => (
      <button type="button" class="link" onClick={() => setEdited(id)}>
        Edit <span class="visually-hidden">{name}</span>
      </button>
    ),
  };
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      {pages.error !== null && <ErrorPanel error={pages.error} onRetry={pages.reload} />}
      {pages.data !== undefined && (
        <DataTable
          caption="Fields"
          rows={pages.data.data}
          keyOf={({ id }) => id}
          empty={<p>The list has no fields besides the address.</p>}
          columns={[
            { name: 'Field', cell: ({ name }) => name },
            { name: 'Type', cell: (field) => fieldTypeName(field.field_type, field.number_support_decimal) },
            { name: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
            { name: 'Of', cell: ({ is_global }) => (is_global ? 'all lists' : 'this list') },
            ...(mayChange ? [change] : []),
          ]}
        />
      )}
      <Pager of={pages} one="field" />
      {field !== undefined && (
        <FieldEditor
          key={field.id}
          listId={listId}
          field={field}
          onClose={() => setEdited(null)}
          onChanged={() => {
            pages.reload();
            onChanged();
          }}
        />
      )}
      {!may('custom_field.create') ? null : isAdding ? (
        <FieldForm create={add} onCancel={() => setAdding(false)} />
      ) : (
        <button type="button" class="after-table" onClick={() => setAdding(true)}>
          Add a field
        </button>
      )}
    </section>
  );
}

const PER_PAGE = 25;
