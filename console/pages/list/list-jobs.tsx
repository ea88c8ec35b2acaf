import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { usePages } from '../../hooks/use-pages.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCount } from '../../parts/format.ts';
import { JobLink } from '../../jobs/job-link.tsx';
import { wordsOf } from '../../parts/words.ts';
import { Pager } from '../../parts/pager.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';
import { NewExport } from './new-export.tsx';

interface ListJobsProps {
  listId: number;
  /** Grows when a job of the list has ended: the tables are then read again. */
  changes: number;
}

/** The imports and exports of a list. */
export function ListJobs({ listId, changes }: ListJobsProps) {
  return (
    <>
      <Imports listId={listId} changes={changes} />
      <Exports listId={listId} changes={changes} />
    </>
  );
}

function Imports({ listId, changes }: ListJobsProps) {
  const { client } = useApi();
  const pages = usePages(
    (page) =>
      listingOf(
        client.GET('/mailing_lists/{id}/subscriber_imports', {
          params: { path: { id: listId }, query: { scope: 'all', page, per_page: PER_PAGE } },
        }),
      ),
    [client, listId, changes],
  );
  return (
    <section aria-labelledby="imports">
      <h2 id="imports">Imports</h2>
      {pages.error !== null && <ErrorPanel error={pages.error} onRetry={pages.reload} />}
      {pages.data !== undefined && (
        <DataTable
          caption="Imports"
          rows={pages.data.data}
          keyOf={({ id }) => id}
          empty={
            <p>
              Nothing was imported into this list yet. <a href={linkTo(`/lists/${listId}/import`)}>Import a file</a>.
            </p>
          }
          columns={[
            {
              name: 'Import',
              cell: ({ id, dry_run }) => <JobLink job={{ job_type: 'SubscriberImport', id, dry_run }} />,
            },
            { name: 'State', cell: ({ state }) => wordsOf(state) },
            { name: 'Records', isNumber: true, cell: ({ stats }) => formatCount(stats.number_of_records) },
            { name: 'Imported', isNumber: true, cell: ({ stats }) => formatCount(stats.records_imported) },
            { name: 'Created', cell: ({ created_at }) => <Time iso={created_at} /> },
          ]}
        />
      )}
      <Pager of={pages} one="import" />
    </section>
  );
}

const PER_PAGE = 10;

function Exports({ listId, changes }: ListJobsProps) {
  const { client } = useApi();
  const [isCreating, setCreating] = useState(false);
  const exports = useAnswer(
    () => dataOf(client.GET('/mailing_lists/{id}/subscriber_exports', { params: { path: { id: listId } } })),
    [client, listId, changes],
  );
  return (
    <section aria-labelledby="exports">
      <h2 id="exports">Exports</h2>
      {exports.error !== null && <ErrorPanel error={exports.error} onRetry={exports.reload} />}
      {exports.data !== undefined && (
        <DataTable
          caption="Exports"
          rows={exports.data}
          keyOf={({ id }) => id}
          empty={<p>Nothing was exported from this list yet.</p>}
          columns={[
            { name: 'Export', cell: ({ id }) => <JobLink job={{ job_type: 'SubscriberExport', id }} /> },
            { name: 'State', cell: ({ state }) => wordsOf(state) },
            { name: 'Subscribers', isNumber: true, cell: ({ stats }) => formatCount(stats.subscribers_exported) },
            { name: 'Created', cell: ({ created_at }) => <Time iso={created_at} /> },
          ]}
        />
      )}
      {isCreating ? (
        <NewExport listId={listId} onCancel={() => setCreating(false)} />
      ) : (
        <button type="button" class="after-table" onClick={() => setCreating(true)}>
          Export subscribers
        </button>
      )}
    </section>
  );
}
