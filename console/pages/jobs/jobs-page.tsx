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
import { ServiceHealth } from './service-health.tsx';
import { UnhealthyJobs } from './unhealthy-jobs.tsx';

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
