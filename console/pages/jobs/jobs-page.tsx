import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { dataOf, SluiceApiError } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useLiveJobs } from '../../hooks/use-live-jobs.ts';
import { CONSOLE_KINDS } from '../../jobs/console-kinds.ts';
import { isUnhealthy } from '../../jobs/job-health.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Page } from '../../parts/page.tsx';
import { StreamNotice } from '../../parts/stream-notice.tsx';
import { useApi } from '../../session/session.tsx';
import { JobFilters, readFilters } from './job-filters.tsx';
import { JobTable } from './job-table.tsx';
import { formatCountOf } from '../../parts/format.ts';
import { wordsOf } from '../../parts/words.ts';
import { Diagnosis } from '../../jobs/diagnosis.tsx';
import { JobLink } from '../../jobs/job-link.tsx';

/** Health of the service is in no event. */
const POLL_MS = 15_000;

/** Page of running jobs, and of stuck and stalled ones with their remedies; operators see those of all organizations. */
export function JobsPage() {
  const { client } = useApi();
  const { query } = useLocation();
  const report = useAnswer(() => dataOf(client.GET('/jobs/report')), [client]);
  // Other keys are refused, and see the jobs of their own organization only.
  const isRefused = report.error instanceof SluiceApiError && report.error.code === 'not_authorized';
  const isOperator = report.data !== undefined;
  const live = useLiveJobs(isOperator);
  const unhealthy = live.jobs
    .filter((job) => isUnhealthy(job))
    .map(({ job_type, id, health }) => `${job_type}/${id} ${health ?? ''}`)
    .join();
  const wasUnhealthy = useRef(unhealthy);
  useEffect(() => {
    if (isOperator && wasUnhealthy.current !== unhealthy) report.reload();
    wasUnhealthy.current = unhealthy;
  }, [isOperator, unhealthy, report.reload]);
  useEffect(() => {
    if (isRefused) return undefined;
    const timer = setInterval(report.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [isRefused, report.reload]);

  const filters = readFilters(query);
  return (
    <Page title="Jobs">
      <StreamNotice stream={live.stream} />
      {report.error !== null && !isRefused && <ErrorPanel error={report.error} onRetry={report.reload} />}
      {report.data !== undefined && (
        <>
          <UnhealthyJobs found={report.data.unhealthy} unchecked={report.data.unchecked ?? 0} onDone={report.reload} />
          <ServiceHealth parts={report.data.parts} running={report.data.running} />
        </>
      )}
      <JobFilters filters={filters} isOperator={isOperator} path={linkTo('/jobs')} />
      <JobTable filters={filters} isOperator={isOperator} live={live} unhealthy={unhealthyOf(report.data?.unhealthy)} />
    </Page>
  );
}

type Unhealthy = components['schemas']['JobsReport']['unhealthy'];

function unhealthyOf(found: Unhealthy = []): ReadonlyMap<string, 'stuck' | 'stalled'> {
  const typeOf = (kind: string) => CONSOLE_KINDS.find(({ name }) => name === kind)?.jobType ?? kind;
  return new Map(found.map(({ job_kind, id, health }) => [`${typeOf(job_kind)}/${id}`, health]));
}

type Report = components['schemas']['JobsReport'];

const NAMES: Readonly<Record<keyof Report['parts'], string>> = {
  postgres: 'Postgres',
  temporal: 'Temporal',
  workers: 'Workers',
  redis: 'Redis',
  files: 'Files',
  mail: 'Mail',
};

/** Remedy for each part that is down. */
const REMEDIES: Readonly<Record<keyof Report['parts'], string>> = {
  postgres: 'Start Postgres, or fix the error in its log.',
  temporal: 'Start the Temporal server. Jobs go on when it answers.',
  workers: 'Start a worker: npx sluice worker.',
  redis: 'Start Redis. Calls are answered without it.',
  files: 'Mount FILES_DIR, make it readable and writable, and free space in it.',
  mail: 'Start the mail server, or correct SMTP_URL. Subscriptions by web forms fail until it greets.',
};

/** Whether the parts of the service are up, in words and by a mark. */
function ServiceHealth({ parts, running }: { parts: Report['parts']; running: number | null }) {
  return (
    <section aria-labelledby="service">
      <h2 id="service">Service</h2>
      <ul class="parts">
        {(Object.keys(NAMES) as (keyof Report['parts'])[]).map((name) => {
          const { state } = parts[name];
          const isWell = state === 'up' || state === 'not_configured';
          return (
            <li key={name} class={isWell ? 'well' : 'ill'}>
              <span aria-hidden="true">{isWell ? '✓' : '✕'}</span> <b>{NAMES[name]}</b>{' '}
              {name === 'workers' && parts.workers.count !== null
                ? // Temporal keeps one that died for more than a minute.
                  `${parts.workers.count} seen in the last two minutes`
                : wordsOf(state)}
              {!isWell && <span class="remedy">{REMEDIES[name]}</span>}
            </li>
          );
        })}
        {running !== null && <li>{formatCountOf(running, 'running job')}</li>}
      </ul>
    </section>
  );
}

type Found = components['schemas']['JobsReport']['unhealthy'];

interface UnhealthyJobsProps {
  found: Found;
  unchecked: number;
  /** Called when a remedy was answered. */
  onDone: () => void;
}

/** The jobs that are stuck or stalled, each with its cause and its remedy. */
function UnhealthyJobs({ found, unchecked, onDone }: UnhealthyJobsProps) {
  return (
    <section aria-labelledby="unhealthy">
      <h2 id="unhealthy">Stuck and stalled</h2>
      {found.length === 0 && <p class="muted">No job is stuck or stalled.</p>}
      {found.map((job) => {
        const { job_kind, id, dry_run, health, diagnosis } = job;
        const kind = CONSOLE_KINDS.find(({ name }) => name === job_kind);
        return (
          <article key={`${job_kind}/${id}`} class="panel warning">
            <h3>
              {kind === undefined ? `${job_kind} ${id}` : <JobLink job={{ job_type: kind.jobType, id, dry_run }} />}{' '}
              <span class="job-state">{health}</span> <span class="muted">{placeOf(job)}</span>
            </h3>
            {kind === undefined ? (
              // It has no page and no actions over the API: the remedy is a command of the command line.
              <p>
                {diagnosis.sentence} <span class="muted">{diagnosis.remedy}</span>
              </p>
            ) : (
              <Diagnosis diagnosis={diagnosis} kind={job_kind} id={id} mayAct onDone={onDone} />
            )}
          </article>
        );
      })}
      {unchecked > 0 && <p class="muted">{formatCountOf(unchecked, 'more running job')} not checked.</p>}
    </section>
  );
}

/** "list News of Acme". */
function placeOf({ organization_id, organization_name, mailing_list_name }: Found[number]): string {
  const organization = organization_name ?? `organization ${organization_id}`;
  return mailing_list_name === null ? organization : `list ${mailing_list_name} of ${organization}`;
}
