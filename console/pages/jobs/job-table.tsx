import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { doneOf, hasEnded, liveOf } from '../../hooks/use-live-jobs.ts';
import type { LiveJob, LiveJobs } from '../../hooks/use-live-jobs.ts';
import { usePages } from '../../hooks/use-pages.ts';
import { actorName } from '../../jobs/actor-name.ts';
import { speedOf } from '../../jobs/job-health.ts';
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
  /** The stuck and stalled jobs of the panel above, by type and id. */
  unhealthy: ReadonlyMap<string, 'stuck' | 'stalled'>;
}

type Job = components['schemas']['BackgroundJob'];

const PER_PAGE = 50;
/** Health is known here, not to the listing: of the unfinished jobs, as many are read as a page can have. */
const MOST_PER_PAGE = 2_000;

/** The jobs that the filters choose, live. */
export function JobTable({ filters, isOperator, live: { jobs: live, stream, reloads }, unhealthy }: JobTableProps) {
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
    .map((job) => {
      const now = liveOf(live, job);
      return { job, live: now, trouble: troubleOf(now) ?? unhealthy.get(`${job.job_type}/${job.id}`) ?? null };
    })
    .filter(({ trouble }) => health === '' || trouble !== null);
  const others = health !== '' && of !== 'all' && rows.length === 0 && unhealthy.size > 0;
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
              {others
                ? 'None of your organization. Choose all organizations to list those above.'
                : search === ''
                  ? 'No job is like this. Imports, exports and deletions of lists appear here when they are created.'
                  : `No such job has “${search}” in its name or is number ${search}.`}
            </p>
          }
          columns={[
            { name: 'Job', cell: ({ job }) => <NamedJob job={job} /> },
            { name: 'List', cell: ({ job }) => <NamedList job={job} isOwn={of !== 'all'} /> },
            { name: 'State', cell: ({ job, live: now, trouble }) => stateOf(job, now, trouble) },
            { name: 'Done', isNumber: true, cell: ({ job, live: now }) => progressOf(job, now) },
            {
              name: 'Left',
              isNumber: true,
              cell: ({ live: now }) => formatOptionalDuration(speedOf(now, stream).seconds_left),
            },
            ...(of === 'all' ? [{ name: 'Organization', cell: ({ job }: { job: Job }) => job.organization_name }] : []),
            { name: 'By', cell: ({ job: { created_by: by } }) => (by === null ? '–' : actorName(by)) },
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

/** Trouble of a job by its last event; null without one. */
function troubleOf(live: LiveJob | undefined): 'stuck' | 'stalled' | null {
  return live?.health === 'stuck' || live?.health === 'stalled' ? live.health : null;
}

function stateOf({ state, paused }: Job, live: LiveJob | undefined, trouble: string | null) {
  const words = live === undefined ? (paused ? 'paused' : wordsOf(state)) : wordsOf(live.state);
  return (
    <>
      {words}
      {trouble !== null && (
        <>
          {' '}
          <span class="job-state paused">{trouble}</span>
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
