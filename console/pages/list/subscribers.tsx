import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SluiceApiError } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { BlockReader } from '../../hooks/block-reader.ts';
import type { BlockQuery } from '../../hooks/block-reader.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import type { Listing } from '../../hooks/listing.ts';
import { useTarget } from '../../hooks/use-target.ts';
import type { Column } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatFieldValue, isBlank } from '../../parts/field-values.ts';
import type { FieldValue } from '../../parts/field-values.ts';
import { formatCountOf } from '../../parts/format.ts';
import { ScrolledTable } from '../../parts/scrolled-table.tsx';
import { statusName, totalOf } from '../../parts/statuses.ts';
import type { Status } from '../../parts/statuses.ts';
import { Time } from '../../parts/time.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { FileChoice } from '../import/file-choice.tsx';
import { handFile } from '../import/handed-file.ts';
import { queryOf } from '../import/source.ts';
import { NoAddress } from './no-address.tsx';
import { useSegments } from '../../hooks/use-segments.ts';
import { filteredList, filtersAsQuery, readFilters, SubscriberFilterInputs } from './subscriber-filters.tsx';
import type { SubscriberFilters } from './subscriber-filters.tsx';

type Subscriber = components['schemas']['Subscriber'];

interface SubscribersProps {
  listId: number;
  /** By status, as another call has counted them. */
  counts: Readonly<Record<Status, number>>;
  /** Grows when a job may have changed them: they are then read again. */
  changes: number;
  /** Grows when a segment of the list has changed. */
  segmentChanges: number;
}

/** The subscribers of a list as they are scrolled: all of them, or those that the filters of the page's address choose. */
export function Subscribers({ listId, counts, changes, segmentChanges }: SubscribersProps) {
  const { client } = useApi();
  const filters = readFilters(useLocation().query);
  const blocks = useBlocks(
    (paging) => {
      const params = { path: { id: listId }, query: { ...paging, ...chosenBy(filters) } };
      return listingOf(client.GET('/mailing_lists/{id}/subscribers', { params }));
    },
    [client, listId],
    { of: filtersAsQuery(filters), isCounted: isCounted(filters), changes: changes + segmentChanges },
  );
  const segments = useSegments(listId, segmentChanges);
  const fields = useRef<Fields>(new Map()).current;
  const heading = useTarget<HTMLHeadingElement>('subscribers', `${filters.status ?? ''} ${filters.segment}`);
  return (
    <section aria-labelledby="subscribers">
      <h2 id="subscribers" ref={heading} tabIndex={-1}>
        Subscribers
      </h2>
      <SubscriberFilterInputs listId={listId} filters={filters} segments={segments.data ?? []} />
      {segments.error !== null && (
        <ErrorPanel error={segments.error} what="The segments were not read" onRetry={segments.reload} />
      )}
      {blocks === null ? <p class="muted">Loading …</p> : <Rows {...{ listId, blocks, fields, counts }} />}
    </section>
  );
}

/** The filters as the API takes them. */
function chosenBy({ search, status, segment, order }: SubscriberFilters) {
  return {
    order,
    ...(search !== '' && { email__contains: search }),
    ...(status !== null && { status: [status] }),
    ...(segment !== '' && { segment_id: segment }),
  };
}

/** Whether the counts by status have the number of those that are chosen. */
function isCounted({ search, segment }: SubscriberFilters): boolean {
  return search === '' && segment === '';
}

interface RowsProps {
  listId: number;
  blocks: Blocks<Subscriber>;
  fields: Fields;
  counts: SubscribersProps['counts'];
}

function Rows({ listId, blocks: { reader, of }, fields, counts }: RowsProps) {
  noteFields(fields, reader.rows);
  const shown = readFilters(Object.fromEntries(new URLSearchParams(of)));
  const counted = shown.status === null ? totalOf(counts) : counts[shown.status];
  const count = reader.count(isCounted(shown) ? counted : null);
  const hasFilter = !isCounted(shown) || shown.status !== null;
  const isWhole = isCounted(shown) || reader.hasEnd;
  return (
    <>
      {reader.error !== null && (
        <Failure listId={listId} shown={shown} error={reader.error} onRetry={() => reader.retry()} />
      )}
      {reader.hasBegun && (
        <>
          <p role="status" class="muted">
            {!isCounted(shown) && count > 0 && `${isWhole ? '' : 'At least '}${formatCountOf(count, 'subscriber')}.`}
          </p>
          <ScrolledTable
            key={of}
            caption="Subscribers"
            columns={columnsOf(fields)}
            count={count}
            isWhole={isWhole}
            rowAt={(index) => reader.rowAt(index)}
            onView={(first, end) => reader.show(first, end)}
            linkOf={({ id }) => linkTo(`/lists/${listId}/subscribers/${id}`)}
            empty={hasFilter ? <NoAddress listId={listId} filters={shown} /> : <EmptyList listId={listId} />}
          />
        </>
      )}
    </>
  );
}

interface FailureProps {
  listId: number;
  shown: SubscriberFilters;
  error: unknown;
  onRetry: () => void;
}

/** Lists whose subscribers have a field as their key have no order by address. */
function Failure({ listId, shown, error, onRetry }: FailureProps) {
  const isOrder = shown.order === 'address' && error instanceof SluiceApiError && error.code === 'invalid_request';
  if (!isOrder) return <ErrorPanel error={error} onRetry={onRetry} />;
  return (
    <ErrorPanel
      error={new Error('The subscribers of this list are told apart by a field: they have no order by address.')}
    >
      <a href={filteredList(listId, { ...shown, order: 'oldest' })}>Show the oldest first</a>
    </ErrorPanel>
  );
}

/** A file that is chosen here is imported on the page for that. */
function EmptyList({ listId }: { listId: number }) {
  const { route } = useLocation();
  const may = useMay();
  const page = linkTo(`/lists/${listId}/import`);
  if (!may('subscriber.import')) return <p>The list has no subscribers yet.</p>;
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
    { name: 'Subscribed', cell: ({ subscribe_time }) => <Time iso={subscribe_time} hasSeconds={false} /> },
  ];
}

const SHOWN_FIELDS = 4;

/** A listing that is read in blocks as it is scrolled. */
interface Blocks<Row> {
  readonly reader: BlockReader<Row>;
  /** Name of the listing that it reads. */
  readonly of: string;
}

interface BlocksOptions {
  /** Names the listing: when it changes, another one is read. */
  readonly of: string;
  /** Whether another call counts the rows. */
  readonly isCounted: boolean;
  /** Grows when the rows may have changed. */
  readonly changes: number;
}

/**
 * Reads a listing in blocks; `inputs` are what else the reading depends on.
 * @returns null until the first answer; the listing before until the first answer of another one
 */
function useBlocks<Row>(
  read: (query: BlockQuery) => Promise<Listing<Row>>,
  inputs: readonly unknown[],
  { of, isCounted, changes }: BlocksOptions,
): Blocks<Row> | null {
  const [shown, setShown] = useState<Blocks<Row> | null>(null);
  const current = useRef<BlockReader<Row> | null>(null);
  useEffect(() => {
    // A new object each time: the reader itself stays the same.
    const reader = new BlockReader(read, () => setShown({ reader, of }));
    current.current = reader;
    return () => reader.close();
  }, [of, ...inputs]);
  const lastChanges = useRef(changes);
  useEffect(() => {
    if (lastChanges.current !== changes) current.current?.expire(isCounted);
    lastChanges.current = changes;
  }, [changes]);
  return shown;
}
