import { useLocation } from 'preact-iso/router';
import { useRef, useState } from 'preact/hooks';
import { dataOf, SluiceApiError } from '../../../client/index.ts';
import type { components, SluiceClient } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import type { BlockQuery } from '../../hooks/block-reader.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import type { Listing } from '../../hooks/listing.ts';
import { useBlocks } from '../../hooks/use-blocks.ts';
import type { Blocks } from '../../hooks/use-blocks.ts';
import { useSettled } from '../../hooks/use-settled.ts';
import type { Column } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatFieldValue, isBlank } from '../../parts/field-value.ts';
import type { FieldValue } from '../../parts/field-value.ts';
import { ScrolledTable } from '../../parts/scrolled-table.tsx';
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
  /** All of them, as another call has counted them. */
  count: number;
  /** Grows when a job may have changed them: they are then read again. */
  changes: number;
}

/** The subscribers of a list as they are scrolled, or those whose address begins with what is typed. */
export function Subscribers({ listId, count, changes }: SubscribersProps) {
  const { client } = useApi();
  const [search, setSearch] = useState('');
  const start = useSettled(search.trim(), TYPING_MS);
  const blocks = useBlocks(
    (query) => (start === '' ? readAll(client, listId, query) : findByStart(client, listId, start, query)),
    [client, listId],
    { of: start, isCounted: start === '', changes },
  );
  const fields = useRef<Fields>(new Map()).current;
  return (
    <section aria-labelledby="subscribers">
      <h2 id="subscribers">Subscribers</h2>
      <SearchField label="Find by the beginning of the address" value={search} onInput={setSearch} />
      {blocks === null ? <p class="muted">Loading …</p> : <Rows {...{ listId, blocks, fields, count }} />}
    </section>
  );
}

const TYPING_MS = 150;

interface RowsProps {
  listId: number;
  blocks: Blocks<Subscriber>;
  fields: Fields;
  count: number;
}

function Rows({ listId, blocks: { reader, of }, fields, count }: RowsProps) {
  noteFields(fields, reader.rows);
  const counted = of === '' ? count : null;
  return (
    <>
      {reader.error !== null && <ErrorPanel error={reader.error} onRetry={() => reader.retry()} />}
      {reader.hasBegun && (
        <ScrolledTable
          key={of}
          caption="Subscribers"
          columns={columnsOf(fields)}
          count={reader.count(counted)}
          isWhole={counted !== null || reader.hasEnd}
          rowAt={(index) => reader.rowAt(index)}
          onView={(first, end) => reader.show(first, end)}
          empty={of === '' ? <EmptyList listId={listId} /> : <p>No address of the list begins with {of}.</p>}
        />
      )}
    </>
  );
}

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

function readAll(client: SluiceClient, id: number, query: BlockQuery & { readonly email__starts_with?: string }) {
  return listingOf(client.GET('/mailing_lists/{id}/subscribers', { params: { path: { id }, query } }));
}

/** Lists whose subscribers are told apart by a field are not searched by the beginning of an address. */
async function findByStart(
  client: SluiceClient,
  id: number,
  email__starts_with: string,
  paging: BlockQuery,
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

/** The custom fields that have had a value, by key, in the order in which they were seen. */
type Fields = Map<string, FieldValue>;

/** Notes fields that have a value. A field stays: columns that come and go while the rows are scrolled could not be read. */
function noteFields(fields: Fields, rows: readonly Subscriber[]): void {
  for (const { custom_fields } of rows) {
    for (const [key, field] of Object.entries(custom_fields)) {
      if (fields.size === SHOWN_FIELDS) return;
      if (!isBlank(field) && !fields.has(key)) fields.set(key, field);
    }
  }
}

/** The address, the status, and the first fields that have a value. */
function columnsOf(fields: Fields): Column<Subscriber>[] {
  return [
    { name: 'Address', cell: ({ email }) => email },
    { name: 'Status', cell: ({ status }) => statusName(status) },
    ...[...fields].map(([key, { name, type }]): Column<Subscriber> => ({
      name,
      isNumber: type === 'number',
      cell: ({ custom_fields }) => formatFieldValue(custom_fields[key]),
    })),
    { name: 'Subscribed', cell: ({ subscribe_time }) => <Time iso={subscribe_time} /> },
  ];
}

const SHOWN_FIELDS = 4;
