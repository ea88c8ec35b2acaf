import { useState } from 'preact/hooks';
import { dataOf, SluiceApiError } from '../../../client/index.ts';
import type { components, SluiceClient } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { usePages } from '../../hooks/use-pages.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { statusName } from '../../parts/statuses.ts';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';

type Subscriber = components['schemas']['Subscriber'];

/** The subscribers of a list, a page at a time, and the search for one by its whole address. */
export function Subscribers({ listId }: { listId: number }) {
  const [search, setSearch] = useState('');
  return (
    <section aria-labelledby="subscribers">
      <h2 id="subscribers">Subscribers</h2>
      <SearchField label="Find a subscriber by address" value={search} onInput={setSearch} />
      {search.includes('@') ? (
        <Found listId={listId} address={search.trim()} />
      ) : (
        <>
          {search !== '' && <p class="hint">Enter the whole address, for example ann@example.com.</p>}
          <All listId={listId} />
        </>
      )}
    </section>
  );
}

function All({ listId }: { listId: number }) {
  const { client } = useApi();
  const pages = usePages(
    (page, page_token) =>
      listingOf(
        client.GET('/mailing_lists/{id}/subscribers', {
          params: {
            path: { id: listId },
            query: { per_page: PER_PAGE, ...(page_token === undefined ? { page } : { page_token }) },
          },
        }),
      ),
    [client, listId],
  );
  if (pages.error !== null) return <ErrorPanel error={pages.error} onRetry={pages.reload} />;
  if (pages.data === undefined) return <p class="muted">Loading …</p>;
  return (
    <>
      <DataTable
        caption="Subscribers"
        columns={columnsOf(pages.data.data)}
        rows={pages.data.data}
        keyOf={({ id }) => id}
        empty={<p>The list has no subscribers yet. Import a file to add some.</p>}
      />
      <Pager of={pages} one="subscriber" />
    </>
  );
}

const PER_PAGE = 25;

function Found({ listId, address }: { listId: number; address: string }) {
  const { client } = useApi();
  const found = useAnswer(() => findByAddress(client, listId, address), [client, listId, address]);
  if (found.error !== null) return <ErrorPanel error={found.error} onRetry={found.reload} />;
  if (found.data === undefined) return <p class="muted">Searching …</p>;
  return (
    <DataTable
      caption={`Subscribers with the address ${address}`}
      columns={columnsOf(found.data)}
      rows={found.data}
      keyOf={({ id }) => id}
      empty={<p>The list has no subscriber with the address {address}.</p>}
    />
  );
}

async function findByAddress(client: SluiceClient, id: number, name: string): Promise<readonly Subscriber[]> {
  try {
    const found = await dataOf(
      client.GET('/mailing_lists/{id}/subscribers/{name}', { params: { path: { id, name } } }),
    );
    return [found].flat();
  } catch (error) {
    if (error instanceof SluiceApiError && error.code === 'not_found') return [];
    throw error;
  }
}

/** The address, the status, and the first fields that have a value. */
function columnsOf(rows: readonly Subscriber[]): Column<Subscriber>[] {
  const fields = new Map<string, string>();
  for (const { custom_fields } of rows) {
    for (const [key, { name, value }] of Object.entries(custom_fields)) if (!isBlank(value)) fields.set(key, name);
  }
  return [
    { name: 'Address', cell: ({ email }) => email },
    { name: 'Status', cell: ({ status }) => statusName(status) },
    ...[...fields].slice(0, SHOWN_FIELDS).map(([key, name]): Column<Subscriber> => ({
      name,
      cell: ({ custom_fields }) => textOf(custom_fields[key]?.value),
    })),
    { name: 'Subscribed', cell: ({ subscribe_time }) => <Time iso={subscribe_time} /> },
  ];
}

const SHOWN_FIELDS = 4;

type Value = components['schemas']['CustomFieldValue']['value'];

function isBlank(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function textOf(value: Value | undefined): string {
  if (value === undefined || isBlank(value)) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
