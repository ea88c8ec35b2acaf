import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { listingOf } from '../../../hooks/listing-of.ts';
import { usePages } from '../../../hooks/use-pages.ts';
import { CommandButton } from '../../../parts/command-button.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import type { Column } from '../../../parts/data-table.tsx';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { formatCount } from '../../../parts/format.ts';
import { Pager } from '../../../parts/pager.tsx';
import { Question } from '../../../parts/question.tsx';
import { useApi, useMay } from '../../../session/session.tsx';
import { filteredList, readFilters } from '../subscriber-filters.tsx';
import { SegmentEditor } from './segment-editor.tsx';

type Segment = components['schemas']['SegmentSummary'];

interface SegmentsProps {
  listId: number;
  /** Called when a segment is new, has changed, or is gone. */
  onChanged: () => void;
}

/** The form or question below the table: of a new segment, or of one that is changed or deleted. */
type Open = { readonly action: 'new' } | { readonly action: 'edit' | 'delete'; readonly id: number };

/** The segments of a list with the number of their subscribers, and forms that add, change and delete one. */
export function Segments({ listId, onChanged }: SegmentsProps) {
  const { client } = useApi();
  const { query, route } = useLocation();
  const may = useMay();
  const [open, setOpen] = useState<Open | null>(null);
  const segments = usePages(
    (page) =>
      listingOf(
        client.GET('/mailing_lists/{id}/segments', {
          params: { path: { id: listId }, query: { page, per_page: PER_PAGE } },
        }),
      ),
    [client, listId],
  );
  const rows = segments.data?.data;
  const counts = useCounts(may('subscriber.read') ? rows : undefined);
  const changed = () => {
    segments.reload();
    onChanged();
  };
  const opened = open !== null && open.action !== 'new' ? rows?.find(({ id }) => id === open.id) : undefined;
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="segments">
      <h2 id="segments">Segments</h2>
      {segments.error !== null && <ErrorPanel error={segments.error} onRetry={segments.reload} />}
      {counts.error !== null && (
        <ErrorPanel error={counts.error} what="Not all segments were counted" onRetry={counts.recount} />
      )}
      {rows !== undefined && (
        <DataTable
          caption="Segments"
          rows={rows}
          keyOf={({ id }) => id}
          empty={<p>A segment is a part of the list, such as all readers of one city. The list has none yet.</p>}
          columns={[
            { name: 'Segment', cell: ({ name }) => name },
            { name: 'Conditions', cell: ({ description }) => description },
            ...(may('subscriber.read') ? [countColumn(counts.of)] : []),
            { name: 'Actions', cell: (segment) => <Actions listId={listId} segment={segment} onOpen={setOpen} /> },
          ]}
        />
      )}
      <Pager of={segments} one="segment" />
      {open?.action === 'delete' && opened !== undefined && (
        <DeleteSegment
          segment={opened}
          onKeep={close}
          onDeleted={() => {
            close();
            changed();
            const filters = readFilters(query);
            if (filters.segment === String(opened.id)) route(filteredList(listId, { ...filters, segment: '' }), true);
          }}
        />
      )}
      {(open?.action === 'new' || (open?.action === 'edit' && opened !== undefined)) && (
        <SegmentEditor
          key={opened?.id}
          listId={listId}
          segmentId={opened?.id ?? null}
          onClose={close}
          onChanged={changed}
        />
      )}
      {open === null && may('segmentation_criteria.create') && rows !== undefined && (
        <button type="button" class="after-table" onClick={() => setOpen({ action: 'new' })}>
          Make a segment
        </button>
      )}
    </section>
  );
}

const PER_PAGE = 25;

function countColumn(counts: ReadonlyMap<number, number>): Column<Segment> {
  return {
    name: 'Subscribers',
    isNumber: true,
    cell: ({ id }) => {
      const count = counts.get(id);
      return count === undefined ? <span class="muted">…</span> : formatCount(count);
    },
  };
}

interface ActionsProps {
  listId: number;
  segment: Segment;
  onOpen: (open: Open) => void;
}

function Actions({ listId, segment: { id, name }, onOpen }: ActionsProps) {
  const may = useMay();
  const named = <span class="visually-hidden"> of {name}</span>;
  return (
    <span class="links">
      {may('subscriber.read') && (
        <a href={`${filteredList(listId, { segment: String(id) })}#subscribers`}>Show subscribers{named}</a>
      )}
      {may('subscriber.export') && (
        <a href={`${linkTo(`/lists/${listId}`)}?export=${id}#exports`}>
          Export<span class="visually-hidden"> {name}</span>
        </a>
      )}
      {may('segmentation_criteria.update') && (
        <button type="button" class="link" onClick={() => onOpen({ action: 'edit', id })}>
          Edit<span class="visually-hidden"> {name}</span>
        </button>
      )}
      {may('segmentation_criteria.delete') && (
        <button type="button" class="link" onClick={() => onOpen({ action: 'delete', id })}>
          Delete<span class="visually-hidden"> {name}</span> …
        </button>
      )}
    </span>
  );
}

interface DeleteSegmentProps {
  segment: Segment;
  onKeep: () => void;
  onDeleted: () => void;
}

function DeleteSegment({ segment: { id, name }, onKeep, onDeleted }: DeleteSegmentProps) {
  const { client } = useApi();
  const remove = async () => {
    await dataOf(client.DELETE('/segments/{id}', { params: { path: { id } } }));
    onDeleted();
  };
  return (
    <Question
      isFinal
      label={`Delete the segment ${name}`}
      keep="Keep the segment"
      onKeep={onKeep}
      action={
        <CommandButton kind="danger" run={remove} done="The segment is deleted." failed="The segment was not deleted">
          Delete the segment
        </CommandButton>
      }
    >
      <p>This deletes the segment {name}. Its subscribers stay in the list. A segment that is used is not deleted.</p>
    </Question>
  );
}

interface SegmentCounts {
  readonly of: ReadonlyMap<number, number>;
  /** Of the first segment that was not counted; null when all were. */
  readonly error: unknown;
  readonly recount: () => void;
}

/** Counts the subscribers of segments, one segment after the other: each count reads the list. */
function useCounts(segments: readonly Segment[] | undefined): SegmentCounts {
  const { client } = useApi();
  const [of, setOf] = useState<ReadonlyMap<number, number>>(new Map());
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    const count = async () => {
      setError(null);
      setOf(new Map());
      for (const { id } of segments ?? []) {
        try {
          const params = { path: { id } };
          const { number_of_subscribers } = await dataOf(client.GET('/segments/{id}/subscriber_count', { params }));
          if (isOver) return;
          setOf((known) => new Map(known).set(id, number_of_subscribers));
        } catch (reason) {
          if (isOver) return;
          setError((known: unknown) => known ?? reason);
        }
      }
    };
    void count();
    return () => {
      isOver = true;
    };
  }, [client, segments, tries]);
  return { of, error, recount: () => setTries(tries + 1) };
}
