import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf, SluiceApiError } from '../../../client/index.ts';
import type { components, SluiceClient } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { usePages } from '../../hooks/use-pages.ts';
import type { Listing } from '../../hooks/use-pages.ts';
import { useSettled } from '../../hooks/use-settled.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatFieldValue, isBlank } from '../../parts/field-value.ts';
import type { FieldValue } from '../../parts/field-value.ts';
import { Pager } from '../../parts/pager.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { statusName } from '../../parts/statuses.ts';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';
import { FileChoice } from '../import/file-choice.tsx';
import { handFile } from '../import/handed-file.ts';
import { queryOf } from '../import/source.ts';

type Subscriber = components['schemas']['Subscriber'];

interface SubscribersProps {
  listId: number;
  /** Grows when a job may have changed them: they are then read again. */
  changes: number;
}

/** The subscribers of a list, a page at a time, or those whose address begins with what is typed. */
export function Subscribers({ listId, changes }: SubscribersProps) {
  const { client } = useApi();
  const [search, setSearch] = useState('');
  const start = useSettled(search.trim(), TYPING_MS);
  const pages = usePages(
    (page, page_token) => {
      const paging = { per_page: PER_PAGE, ...(page_token === undefined ? { page } : { page_token }) };
      return start === '' ? readAll(client, listId, paging) : findByStart(client, listId, start, paging);
    },
    [client, listId, changes],
    start,
  );
  return (
    <section aria-labelledby="subscribers">
      <h2 id="subscribers">Subscribers</h2>
      <SearchField label="Find by the beginning of the address" value={search} onInput={setSearch} />
      {pages.error !== null && <ErrorPanel error={pages.error} onRetry={pages.reload} />}
      {pages.data === undefined && pages.error === null && <p class="muted">Loading …</p>}
      {pages.data !== undefined && pages.error === null && (
        <>
          <DataTable
            caption="Subscribers"
            columns={columnsOf(pages.data.data)}
            rows={pages.data.data}
            keyOf={({ id }) => id}
            empty={start === '' ? <EmptyList listId={listId} /> : <p>No address of the list begins with {start}.</p>}
          />
          <Pager of={pages} one="subscriber" />
        </>
      )}
    </section>
  );
}

const TYPING_MS = 150;
const PER_PAGE = 25;

/** A file that is chosen here is imported on the page for that. */
function EmptyList({ listId }: { listId: number }) {
  const { route } = useLocation();
  const page = linkTo(`/lists/${listId}/import`);
  return (
    <>
      <p>The list has no subscribers yet. Import a file to add some.</p>
      <FileChoice
        onFile={(file) => {
          handFile(file);
          route(page);
        }}
        onSource={(source) => route(`${page}?${new URLSearchParams(queryOf(source))}`)}
      />
    </>
  );
}

type PageQuery = { readonly per_page: number } & ({ readonly page: number } | { readonly page_token: string });

function readAll(client: SluiceClient, id: number, query: PageQuery & { readonly email__starts_with?: string }) {
  return listingOf(client.GET('/mailing_lists/{id}/subscribers', { params: { path: { id }, query } }));
}

/** Lists whose subscribers are told apart by a field are not searched by the beginning of an address. */
async function findByStart(
  client: SluiceClient,
  id: number,
  email__starts_with: string,
  paging: PageQuery,
): Promise<Listing<Subscriber>> {
  try {
    return await readAll(client, id, { ...paging, email__starts_with });
  } catch (error) {
    if (!(error instanceof SluiceApiError) || error.code !== 'invalid_request') throw error;
    const data = email__starts_with.includes('@') ? await findByAddress(client, id, email__starts_with) : [];
    if (data.length === 0)
      throw new Error('No subscriber has this address. In this list, enter the whole one.', { cause: error });
    return { data };
  }
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
  const fields = new Map<string, FieldValue>();
  for (const { custom_fields } of rows) {
    for (const [key, field] of Object.entries(custom_fields)) if (!isBlank(field)) fields.set(key, field);
  }
  return [
    { name: 'Address', cell: ({ email }) => email },
    { name: 'Status', cell: ({ status }) => statusName(status) },
    ...[...fields].slice(0, SHOWN_FIELDS).map(([key, { name, type }]): Column<Subscriber> => ({
      name,
      isNumber: type === 'number',
      cell: ({ custom_fields }) => formatFieldValue(custom_fields[key]),
    })),
    { name: 'Subscribed', cell: ({ subscribe_time }) => <Time iso={subscribe_time} /> },
  ];
}

const SHOWN_FIELDS = 4;
