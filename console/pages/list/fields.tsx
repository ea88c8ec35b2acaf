import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { usePages } from '../../hooks/use-pages.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { FieldForm } from '../../parts/field-form.tsx';
import { fieldTypeName } from '../../parts/field-types.ts';
import type { FieldInput } from '../../parts/field-types.ts';
import { Pager } from '../../parts/pager.tsx';
import { useApi, useMay } from '../../session/session.tsx';

/** The custom fields of a list, with the global ones, and a form that adds one. */
export function Fields({ listId }: { listId: number }) {
  const { client } = useApi();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
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
            { name: 'Type', cell: ({ field_type }) => fieldTypeName(field_type) },
            { name: 'Required', cell: ({ required }) => (required ? 'yes' : 'no') },
            { name: 'Of', cell: ({ is_global }) => (is_global ? 'all lists' : 'this list') },
          ]}
        />
      )}
      <Pager of={pages} one="field" />
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
