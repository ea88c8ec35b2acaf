import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { hasEnded, liveOf } from '../../hooks/use-live-jobs.ts';
import type { LiveJob } from '../../hooks/use-live-jobs.ts';
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
  /** The jobs of the list that run, and those that ended since the page was opened. */
  live: readonly LiveJob[];
}

/** The imports and exports of a list. */
export function ListJobs(props: ListJobsProps) {
  return (
    <>
      <Imports {...props} />
      <Exports {...props} />
    </>
  );
}

/** Changes when a job was created or has ended: the table is then read again. */
function changesOf(live: readonly LiveJob[], type: string): string {
  const jobs = live.filter(({ job_type }) => job_type === type);
  return `${jobs.length} ${jobs.filter((job) => hasEnded(job)).length}`;
}

function Imports({ listId, live }: ListJobsProps) {
  const { client } = useApi();
  const now = (id: number) => liveOf(live, { job_type: IMPORT, id });
  const pages = usePages(
    (page) =>
      listingOf(
        client.GET('/mailing_lists/{id}/subscriber_imports', {
          params: { path: { id: listId }, query: { scope: 'all', page, per_page: PER_PAGE } },
        }),
      ),
    [client, listId, changesOf(live, IMPORT)],
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
              cell: ({ id, dry_run }) => <JobLink job={{ job_type: IMPORT, id, dry_run }} />,
            },
            { name: 'State', cell: ({ id, state }) => wordsOf(now(id)?.state ?? state) },
            {
              name: 'Records',
              isNumber: true,
              cell: ({ id, stats }) => formatCount(now(id)?.progress_total ?? stats.number_of_records),
            },
            {
              name: 'Imported',
              isNumber: true,
              cell: ({ id, stats }) => formatCount(now(id)?.progress_value ?? stats.records_imported),
            },
            { name: 'Created', cell: ({ created_at }) => <Time iso={created_at} /> },
          ]}
        />
      )}
      <Pager of={pages} one="import" />
    </section>
  );
}

const PER_PAGE = 10;
const IMPORT = 'SubscriberImport';
const EXPORT = 'SubscriberExport';

function Exports({ listId, live }: ListJobsProps) {
  const { client } = useApi();
  const now = (id: number) => liveOf(live, { job_type: EXPORT, id });
  const [isCreating, setCreating] = useState(false);
  const exports = useAnswer(
    () => dataOf(client.GET('/mailing_lists/{id}/subscriber_exports', { params: { path: { id: listId } } })),
    [client, listId, changesOf(live, EXPORT)],
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
            { name: 'Export', cell: ({ id }) => <JobLink job={{ job_type: EXPORT, id }} /> },
            { name: 'State', cell: ({ id, state }) => wordsOf(now(id)?.state ?? state) },
            {
              name: 'Subscribers',
              isNumber: true,
              cell: ({ id, stats }) => formatCount(now(id)?.progress_value ?? stats.subscribers_exported),
            },
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
