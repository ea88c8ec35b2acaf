import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { hasEnded, liveOf, useLiveJobs } from '../../hooks/use-live-jobs.ts';
import type { LiveJob } from '../../hooks/use-live-jobs.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { DisabledWebhooks } from '../../parts/disabled-webhooks.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCount } from '../../parts/format.ts';
import { JobLink, progressOf } from '../../jobs/job-link.tsx';
import { wordsOf } from '../../parts/words.ts';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { statusParts, totalOf } from '../../parts/statuses.ts';
import { StreamNotice } from '../../parts/stream-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { NewList } from './new-list.tsx';
import { usePageNumber } from '../../hooks/use-page-number.ts';
import type { ShownPage } from '../../hooks/use-pages.ts';

type Import = components['schemas']['SubscriberImportSummary'];

/** The lists of the organization with their subscribers by status, their last import and their running jobs. */
export function ListsPage() {
  const { client } = useApi();
  const may = useMay();
  const { jobs, stream, changes, reloads } = useLiveJobs();
  const counts = useAnswer(() => dataOf(client.GET('/subscriber_counts')), [client, changes]);
  const ended = jobs.filter((job) => hasEnded(job)).length;
  const imports = useAnswer(
    () => dataOf(client.GET('/subscriber_imports', { params: { query: { scope: 'all', per_page: IMPORTS } } })),
    [client, jobs.length, ended, reloads],
  );
  const [isCreating, setCreating] = useState(false);
  const [search, setSearch] = useState('');

  const lists = counts.data?.mailing_lists ?? [];
  const found = lists.filter(({ mailing_list: { name } }) => name.toLowerCase().includes(search.toLowerCase()));
  const pages = useRowPages(found, LISTS, search);
  const isWorthSearching = lists.length > 1;

  const lastImport: Column<(typeof lists)[number]> = {
    name: 'Last import',
    cell: ({ mailing_list: { id } }) => <LastImport imports={imports.data} live={jobs} listId={id} />,
  };
  return (
    <Page
      title="Lists"
      actions={
        may('mailing_list.create') &&
        !isCreating && (
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            New list
          </button>
        )
      }
    >
      <StreamNotice stream={stream} />
      <DisabledWebhooks />
      {isCreating && <NewList onCancel={() => setCreating(false)} />}
      {counts.error !== null && <ErrorPanel error={counts.error} onRetry={counts.reload} />}
      {isWorthSearching && <SearchField label="Search lists by name" value={search} onInput={setSearch} />}
      {counts.data !== undefined && (
        <DataTable
          caption="Lists"
          rows={pages.rows}
          keyOf={({ mailing_list }) => mailing_list.id}
          empty={
            <p>
              {search === ''
                ? 'There is no list yet. Create one, then import a file into it.'
                : `No list has “${search}” in its name.`}
            </p>
          }
          columns={[
            { name: 'List', cell: ({ mailing_list: { id, name } }) => <a href={linkTo(`/lists/${id}`)}>{name}</a> },
            { name: 'Subscribers', isNumber: true, cell: ({ counts }) => formatCount(totalOf(counts)) },
            {
              name: 'By status',
              cell: ({ mailing_list: { name }, counts }) => (
                <StackedBar label={`Subscribers of ${name}`} parts={statusParts(counts)} />
              ),
            },
            ...(may('subscriber.import') ? [lastImport] : []),
            {
              name: 'Running',
              cell: ({ mailing_list: { id } }) => <RunningJobs jobs={jobs} listId={id} />,
            },
          ]}
        />
      )}
      <Pager of={pages} one="list" />
    </Page>
  );
}

/** The lists on a page: each change of a job draws all of them again. */
const LISTS = 50;

/** The newest imports of the organization, in which the last one of each list is looked for. */
const IMPORTS = 100;

interface LastImportProps {
  imports: readonly Import[] | undefined;
  live: readonly LiveJob[];
  listId: number;
}

function LastImport({ imports, live, listId }: LastImportProps) {
  if (imports === undefined) return <span class="muted">…</span>;
  const last = imports.find(({ mailing_list_id, dry_run }) => mailing_list_id === listId && !dry_run);
  if (last === undefined)
    return <span class="muted">{imports.length < IMPORTS ? 'none' : 'not among the last 100'}</span>;
  const job = { job_type: 'SubscriberImport', id: last.id };
  return (
    <>
      <JobLink job={job} /> {wordsOf(liveOf(live, job)?.state ?? last.state)} <br />
      <Time iso={last.finished_at ?? last.created_at} />
    </>
  );
}

function RunningJobs({ jobs, listId }: { jobs: readonly LiveJob[]; listId: number }) {
  const running = jobs.filter((job) => job.mailing_list_id === listId && !hasEnded(job));
  if (running.length === 0) return null;
  return (
    <ul class="plain">
      {running.map((job) => (
        <li key={`${job.job_type}/${job.id}`}>
          <JobLink job={job} /> {progressOf(job)}
        </li>
      ))}
    </ul>
  );
}

/** Rows that are in the tab already, a page at a time. */
interface RowPages<Row> extends ShownPage {
  readonly rows: readonly Row[];
}

/**
 * Takes the page that the user has gone to from all rows.
 * @param of names what the rows are: others begin with their first page
 */
function useRowPages<Row>(all: readonly Row[], perPage: number, of: string): RowPages<Row> {
  const [chosen, goTo] = usePageNumber(of);
  const pages = Math.max(Math.ceil(all.length / perPage), 1);
  // Rows may have gone since.
  const page = Math.min(chosen, pages - 1);
  return {
    rows: all.slice(page * perPage, (page + 1) * perPage),
    data: { num_pages: pages, num_records: all.length },
    isLoading: false,
    page,
    hasNext: page + 1 < pages,
    previous: () => goTo(page - 1),
    next: () => goTo(page + 1),
  };
}
