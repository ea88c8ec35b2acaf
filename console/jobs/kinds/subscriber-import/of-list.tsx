import { linkTo } from '../../../base.ts';
import { listingOf } from '../../../hooks/listing-of.ts';
import { doneOf, liveOf } from '../../../hooks/use-live-jobs.ts';
import { usePages } from '../../../hooks/use-pages.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { formatCount } from '../../../parts/format.ts';
import { Pager } from '../../../parts/pager.tsx';
import { Time } from '../../../parts/time.tsx';
import { wordsOf } from '../../../parts/words.ts';
import { useApi } from '../../../session/session.tsx';
import { JobLink } from '../../job-link.tsx';
import { changesOf } from '../../jobs-of-list.ts';
import type { JobsOfListProps } from '../../jobs-of-list.ts';
import { jobName } from './name.ts';

/** Permission that a user needs to see them. */
export const permission = 'subscriber.import' as const;

/** The imports of a list. */
export function JobsOfList({ listId, live }: JobsOfListProps) {
  const { client } = useApi();
  const now = (id: number) => liveOf(live.jobs, { job_type: jobName.jobType, id });
  const pages = usePages(
    (page) =>
      listingOf(
        client.GET('/mailing_lists/{id}/subscriber_imports', {
          params: { path: { id: listId }, query: { scope: 'all', page, per_page: PER_PAGE } },
        }),
      ),
    [client, listId, changesOf(live, jobName.jobType)],
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
              cell: ({ id, dry_run }) => <JobLink job={{ job_type: jobName.jobType, id, dry_run }} />,
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
              cell: ({ id, stats }) => formatCount(doneOf(stats.records_imported, now(id))),
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

export const { place } = jobName;
