import type { ComponentChildren } from 'preact';
import type { components } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { listingOf } from '../../../hooks/listing-of.ts';
import { liveOf } from '../../../hooks/use-live-jobs.ts';
import { usePages } from '../../../hooks/use-pages.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { formatCount } from '../../../parts/format.ts';
import { newerCounters, outcomeWords } from '../../../parts/import-outcomes.ts';
import { Pager } from '../../../parts/pager.tsx';
import { Time } from '../../../parts/time.tsx';
import { wordsOf } from '../../../parts/words.ts';
import { useApi } from '../../../session/session.tsx';
import { actorName } from '../../actor-name.ts';
import { JobLink } from '../../job-link.tsx';
import { changesOf } from '../../jobs-of-list.ts';
import type { JobsOfListProps } from '../../jobs-of-list.ts';
import { jobName } from './name.ts';

type Import = components['schemas']['SubscriberImportSummary'];

/** Permission that a user needs to see them. */
export const permission = 'subscriber.import' as const;

/** The imports of a list, and its dry runs apart. */
export function JobsOfList(props: JobsOfListProps) {
  return (
    <>
      <section aria-labelledby="imports">
        <h2 id="imports">Imports</h2>
        <Imports
          {...props}
          isDryRun={false}
          empty={
            <p>
              Nothing was imported into this list yet.{' '}
              <a href={linkTo(`/lists/${props.listId}/import`)}>Import a file</a>.
            </p>
          }
        />
      </section>
      <details class="after-table">
        <summary>Checks that wrote nothing</summary>
        <Imports {...props} isDryRun empty={<p>No file was checked for this list yet.</p>} />
      </details>
    </>
  );
}

interface ImportsProps extends JobsOfListProps {
  isDryRun: boolean;
  /** Shown in place of a table without rows. */
  empty: ComponentChildren;
}

function Imports({ listId, live, isDryRun, empty }: ImportsProps) {
  const { client } = useApi();
  const now = (id: number) => liveOf(live.jobs, { job_type: jobName.jobType, id });
  const pages = usePages(
    (page) =>
      listingOf(
        client.GET('/mailing_lists/{id}/subscriber_imports', {
          params: {
            path: { id: listId },
            query: { scope: 'all', dry_run: isDryRun ? 'true' : 'false', page, per_page: PER_PAGE },
          },
        }),
      ),
    [client, listId, isDryRun, changesOf(live, jobName.jobType)],
  );
  return (
    <>
      {pages.error !== null && <ErrorPanel error={pages.error} onRetry={pages.reload} />}
      {pages.data !== undefined && (
        <DataTable
          caption={isDryRun ? 'Checks' : 'Imports'}
          rows={pages.data.data}
          keyOf={({ id }) => id}
          empty={empty}
          columns={[
            {
              name: isDryRun ? 'Check' : 'Import',
              cell: ({ id, dry_run, file_source }) => (
                <>
                  <JobLink job={{ job_type: jobName.jobType, id, dry_run }} />{' '}
                  <span class="muted file-name">{sourceOf(file_source)}</span>
                </>
              ),
            },
            { name: 'State', cell: ({ id, state }) => wordsOf(now(id)?.state ?? state) },
            {
              name: 'Rows',
              isNumber: true,
              cell: ({ id, stats }) => formatCount(now(id)?.progress_total ?? stats.number_of_records),
            },
            {
              name: isDryRun ? 'Would have been' : 'Outcome',
              cell: ({ id, stats }) => outcomeWords(newerCounters(stats.subscribers, now(id)?.counters)),
            },
            { name: 'By', cell: ({ created_by }) => (created_by === null ? '–' : actorName(created_by)) },
            { name: 'Created', cell: ({ created_at }) => <Time iso={created_at} /> },
          ]}
        />
      )}
      <Pager of={pages} one={isDryRun ? 'check' : 'import'} />
    </>
  );
}

function sourceOf({ type, filename, url }: Import['file_source']): string {
  return type === 'json' ? 'rows of a call' : (filename ?? url ?? '');
}

const PER_PAGE = 10;

export const { place } = jobName;
