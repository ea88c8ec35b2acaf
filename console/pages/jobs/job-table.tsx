import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { doneOf, hasEnded, liveOf } from '../../hooks/use-live-jobs.ts';
import type { LiveJob, LiveJobs } from '../../hooks/use-live-jobs.ts';
import { usePages } from '../../hooks/use-pages.ts';
import { isUnhealthy, speedOf } from '../../jobs/job-health.ts';
import { JobLink } from '../../jobs/job-link.tsx';
import { JOB_NAMES } from '../../jobs/job-names.ts';
import { CONSOLE_KINDS } from '../../jobs/console-kinds.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCount, formatDuration } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';
import { wordsOf } from '../../parts/words.ts';
import type { Filters } from './job-filters.tsx';

interface JobTableProps {
  filters: Filters;
  isOperator: boolean;
  /** Those of all organizations for operators. */
  live: Pick<LiveJobs, 'jobs' | 'stream' | 'reloads'>;
}

type Job = components['schemas']['BackgroundJob'];

const PER_PAGE = 50;
/** Health is known here, not to the listing: of the unfinished jobs, as many are read as a page can have. */
const MOST_PER_PAGE = 2_000;

/** The jobs that the filters choose, live. */
export function JobTable({ filters, isOperator, live: { jobs: live, stream, reloads } }: JobTableProps) {
  const { client } = useApi();
  const { kind, state, health, of, search } = filters;
  const types = (kind === '' ? CONSOLE_KINDS.map(({ jobType }) => jobType) : [kind]) as Job['job_type'][];
  // Jobs that have ended are neither stuck nor stalled.
  const isUnfinished = state === 'unfinished' || (health !== '' && state === '');
  const states = state === '' || state === 'unfinished' ? undefined : [state as Job['state']];
  // The table is read again when a job was created or has ended.
  const created = live.filter(({ job_type }) => types.some((type) => type === job_type)).length;
  const ended = live.filter((job) => hasEnded(job)).length;
  const jobs = usePages(
    (page) => {
      const per_page = health === '' ? PER_PAGE : MOST_PER_PAGE;
      const query = {
        ...{ job_type: types, page, per_page },
        ...(states !== undefined && { state: states }),
        ...(search !== '' && { search }),
      };
      const params = { params: { query } };
      if (isOperator && of === 'all')
        return listingOf(
          isUnfinished
            ? client.GET('/jobs/unfinished_on_all_organizations', params)
            : client.GET('/jobs/all_on_all_organizations', params),
        );
      return listingOf(isUnfinished ? client.GET('/jobs/unfinished', params) : client.GET('/jobs/all', params));
    },
    [client, isOperator, created, ended, reloads],
    [kind, state, health, of, search].join('\n'),
  );
  const rows = (jobs.data?.data ?? [])
    .map((job) => ({ job, live: liveOf(live, job) }))
    .filter((row) => health === '' || (row.live !== undefined && isUnhealthy(row.live)));
  return (
    <section aria-labelledby="all-jobs">
      <h2 id="all-jobs">{state === 'unfinished' ? 'Unfinished jobs' : 'Jobs'}</h2>
      {jobs.error !== null && <ErrorPanel error={jobs.error} onRetry={jobs.reload} />}
      {jobs.data !== undefined && (
        <DataTable
          caption="Jobs"
          rows={rows}
          keyOf={({ job }) => `${job.job_type}/${job.id}`}
          empty={
            <p>
              {search === ''
                ? 'No job is like this. Imports, exports and deletions of lists appear here when they are created.'
                : `No such job has “${search}” in its name or is number ${search}.`}
            </p>
          }
          columns={[
            { name: 'Job', cell: ({ job }) => <NamedJob job={job} /> },
            { name: 'List', cell: ({ job }) => <NamedList job={job} isOwn={of !== 'all'} /> },
            { name: 'State', cell: ({ job, live: now }) => stateOf(job, now) },
            { name: 'Done', isNumber: true, cell: ({ job, live: now }) => progressOf(job, now) },
            {
              name: 'Left',
              isNumber: true,
              cell: ({ live: now }) => formatOptionalDuration(speedOf(now, stream).seconds_left),
            },
            ...(of === 'all' ? [{ name: 'Organization', cell: ({ job }: { job: Job }) => job.organization_name }] : []),
            { name: 'Created', cell: ({ job }) => <Time iso={job.created_at} /> },
          ]}
        />
      )}
      <Pager of={jobs} one="job" />
    </section>
  );
}

/** The name of a deletion is that of its list, which stands next to it. */
function NamedJob({ job }: { job: Job }) {
  return (
    <>
      <JobLink job={job} /> {job.name !== job.mailing_list_name && <span class="muted">{job.name}</span>}
    </>
  );
}

/** A key opens the lists of its own organization, which are not deleted. */
function NamedList({ job: { job_type, mailing_list_id, mailing_list_name }, isOwn }: { job: Job; isOwn: boolean }) {
  const isGone = JOB_NAMES.some((kind) => kind.jobType === job_type && kind.deletesList === true);
  if (mailing_list_id === null || isGone || !isOwn) return <>{mailing_list_name ?? '–'}</>;
  return <a href={linkTo(`/lists/${mailing_list_id}`)}>{mailing_list_name}</a>;
}

function formatOptionalDuration(seconds: number | null): string {
  return seconds === null ? '' : formatDuration(seconds);
}

function stateOf({ state, paused }: Job, live: LiveJob | undefined) {
  const words = live === undefined ? (paused ? 'paused' : wordsOf(state)) : wordsOf(live.state);
  return (
    <>
      {words}
      {live !== undefined && isUnhealthy(live) && (
        <>
          {' '}
          <span class="job-state paused">{live.health}</span>
        </>
      )}
    </>
  );
}

function progressOf(job: Job, live: LiveJob | undefined): string {
  const done = doneOf(job.progress_value, live);
  const total = live?.progress_total ?? job.progress_total;
  return total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
}
