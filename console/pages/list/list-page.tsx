import { useRoute } from 'preact-iso/router';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { hasEnded, useLiveJobs } from '../../hooks/use-live-jobs.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCountOf } from '../../parts/format.ts';
import { JobLink, progressOf } from '../../jobs/job-link.tsx';
import { Page } from '../../parts/page.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { statusParts, totalOf } from '../../parts/statuses.ts';
import { StreamNotice } from '../../parts/stream-notice.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { DeleteList } from './delete-list.tsx';
import { Fields } from './fields.tsx';
import { JobsOfList } from './jobs-of-list.tsx';
import { Subscribers } from './subscribers.tsx';

/** One list: its counts, subscribers, jobs and fields, and its deletion. */
export function ListPage() {
  const listId = Number(useRoute().params['id']);
  const { client } = useApi();
  const may = useMay();
  const { jobs, stream, changes, reloads } = useLiveJobs();
  const counts = useAnswer(() => dataOf(client.GET('/subscriber_counts')), [client, listId, changes]);
  const list = counts.data?.mailing_lists.find(({ mailing_list }) => mailing_list.id === listId);
  const ofList = jobs.filter((job) => job.mailing_list_id === listId);
  const running = ofList.filter((job) => !hasEnded(job));

  if (list === undefined) {
    return (
      <Page title={counts.data === undefined ? 'List' : 'No such list'} above={LISTS}>
        {counts.error !== null && <ErrorPanel error={counts.error} onRetry={counts.reload} />}
        {counts.data !== undefined && (
          <p>
            Your organization has no list {listId}. If it was deleted,{' '}
            <a href={linkTo(`/deletions/${listId}`)}>see its deletion</a>.
          </p>
        )}
      </Page>
    );
  }
  const { name } = list.mailing_list;
  return (
    <Page
      title={name}
      above={LISTS}
      actions={
        may('subscriber.import') && (
          <a class="button primary" href={linkTo(`/lists/${listId}/import`)}>
            Import a file
          </a>
        )
      }
    >
      <StreamNotice stream={stream} />
      <p class="figure">
        <b>{formatCountOf(totalOf(list.counts), 'subscriber')}</b>
      </p>
      <StackedBar label={`Subscribers of ${name}`} parts={statusParts(list.counts)} />
      {running.length > 0 && (
        <ul class="plain running">
          {running.map((job) => (
            <li key={`${job.job_type}/${job.id}`}>
              <JobLink job={job} /> {progressOf(job)}
            </li>
          ))}
        </ul>
      )}
      {may('subscriber.read') && (
        <Subscribers key={listId} listId={listId} count={totalOf(list.counts)} changes={changes} />
      )}
      <JobsOfList listId={listId} live={{ jobs: ofList, reloads }} />
      <Fields listId={listId} />
      {may('mailing_list.delete') && <DeleteList listId={listId} name={name} subscribers={totalOf(list.counts)} />}
    </Page>
  );
}

const LISTS = [{ name: 'Lists', href: linkTo('/lists') }];
