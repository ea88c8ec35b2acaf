/** Series of Prometheus in the notation of promtool, one value a minute; null: the service does not report it. */
export type Series = Readonly<Record<string, string | null>>;

/** A fault, how the metrics show it, and the one alert that it fires; null for what is no fault of the service. */
export interface Fault {
  readonly fault: string;
  readonly alert: string | null;
  readonly series: Series;
}

/** Minutes that pass before the alerts are looked at. */
export const MINUTES = 40;

const SERVED =
  'sluice_http_request_duration_seconds_count{role="api",method="GET",route="/ga/api/v2/mailing_lists",status="200"}';
const REFUSED =
  'sluice_http_request_duration_seconds_count{role="api",method="GET",route="/ga/api/v2/mailing_lists",status="500"}';
const API = 'process_start_time_seconds{role="api"}';
const WORKERS = 'sluice_workers{role="api"}';
const WEBHOOK_AGE = 'sluice_webhook_age_seconds{role="api"}';
const jobs = (health: string) =>
  `sluice_jobs{role="api",kind="subscriber_import",state="importing",health="${health}"}`;
const failed = (reason: string) =>
  `sluice_jobs_failed_total{role="worker",kind="subscriber_import",reason="${reason}"}`;
const queueAge = (queue: string) => `sluice_task_queue_age_seconds{role="api",task_queue="${queue}"}`;
const part = (name: string) => `sluice_part_ready{role="api",part="${name}"}`;
const OTHER_API = 'sluice_part_ready{role="api",instance="other",part="mail"}';
const FTP_SERVERS = 'sluice_ftp_servers{role="api"}';
const LOST_JOBS = 'sluice_lost_jobs{role="api"}';
const BROKEN_TASKS = 'temporal_workflow_task_execution_failed_total{failure_reason="NonDeterminismError"}';

const always = (value: number) => `${value}+0x${MINUTES}`;
const growing = (each: number) => `0+${each}x${MINUTES}`;
/** One job fails in the last minutes. */
const ONCE = `0+0x${MINUTES - 5} 1+0x5`;

/** A service with an API and two workers that is well: jobs run, calls are served, and one in a hundred is not. */
export const HEALTHY: Series = {
  [API]: always(1_700_000_000),
  'process_start_time_seconds{role="worker"}': always(1_700_000_000),
  [WORKERS]: always(2),
  [WEBHOOK_AGE]: always(0.2),
  ...Object.fromEntries(['postgres', 'temporal', 'redis', 'files', 'mail'].map((name) => [part(name), always(1)])),
  [OTHER_API]: always(1),
  [FTP_SERVERS]: always(1),
  [LOST_JOBS]: always(0),
  [SERVED]: growing(6_000),
  [REFUSED]: growing(60),
  [jobs('ok')]: always(3),
  [failed('WorkflowLost')]: always(0),
  [failed('DownloadFailed')]: growing(1),
  [queueAge('sluice')]: always(0.4),
  [queueAge('sluice-small')]: always(0.1),
  [queueAge('sluice-downloads')]: always(30),
};

const FAILING_CALLS: Series = { [SERVED]: always(60_000), [REFUSED]: growing(600) };
const NO_PARTS: Series = Object.fromEntries(
  [...['postgres', 'temporal', 'redis', 'files', 'mail'].map(part), OTHER_API, FTP_SERVERS, LOST_JOBS].map((series) => [
    series,
    null,
  ]),
);
const NO_BACKLOG: Series = {
  [queueAge('sluice')]: null,
  [queueAge('sluice-small')]: null,
  [queueAge('sluice-downloads')]: null,
};

export const FAULTS: readonly Fault[] = [
  { fault: 'none', alert: null, series: {} },
  {
    fault: 'every API has ended',
    alert: 'SluiceApiGone',
    series: {
      ...{ [API]: null, [WORKERS]: null, [WEBHOOK_AGE]: null, [SERVED]: null, [REFUSED]: null, [jobs('ok')]: null },
      ...NO_BACKLOG,
      ...NO_PARTS,
    },
  },
  {
    fault: 'Postgres is stopped, so calls fail',
    alert: 'SluicePostgresDown',
    series: {
      ...FAILING_CALLS,
      ...{ [part('postgres')]: always(0), [WEBHOOK_AGE]: null, [FTP_SERVERS]: null, [jobs('ok')]: null },
    },
  },
  {
    fault: 'Temporal is stopped, so commands fail',
    alert: 'SluiceTemporalDown',
    series: { ...FAILING_CALLS, ...NO_BACKLOG, [part('temporal')]: always(0), [WORKERS]: null },
  },
  {
    fault: 'the folder of the files is not mounted, so jobs are stuck and calls fail',
    alert: 'SluiceFilesDown',
    series: { ...FAILING_CALLS, [part('files')]: always(0), [jobs('ok')]: always(2), [jobs('stuck')]: always(1) },
  },
  { fault: 'Redis is stopped', alert: 'SluiceRedisDown', series: { [part('redis')]: always(0) } },
  {
    fault: 'no Redis and no mail server are set',
    alert: null,
    series: { [part('redis')]: null, [part('mail')]: null },
  },
  { fault: 'one API does not reach the mail server', alert: 'SluiceMailDown', series: { [OTHER_API]: always(0) } },
  {
    fault: 'the mail server greets late now and then',
    alert: null,
    series: { [part('mail')]: '1+0x9 0 1+0x9 0 1+0x9 0 1+0x9' },
  },
  { fault: 'the FTP server has ended', alert: 'SluiceFtpDown', series: { [FTP_SERVERS]: `1+0x5 0+0x${MINUTES - 6}` } },
  { fault: 'there is no FTP server', alert: null, series: { [FTP_SERVERS]: always(0) } },
  { fault: 'the FTP server is started again', alert: null, series: { [FTP_SERVERS]: `1+0x${MINUTES - 1} 0` } },
  {
    fault: 'a standby that lagged was promoted',
    alert: 'SluiceWentBack',
    series: { [LOST_JOBS]: `0+0x${MINUTES - 5} 3+0x5` },
  },
  {
    fault: 'every worker has ended, so tasks and events wait',
    alert: 'SluiceWorkerGone',
    series: {
      ...{ [WORKERS]: always(0), [WEBHOOK_AGE]: growing(60), [failed('WorkflowLost')]: null },
      ...{ [queueAge('sluice')]: growing(60), [queueAge('sluice-downloads')]: growing(60) },
    },
  },
  {
    fault: 'Postgres refuses the rows of a chunk, which is parked',
    alert: 'SluiceJobStalled',
    series: { [jobs('ok')]: always(2), [jobs('stalled')]: always(1) },
  },
  {
    fault: 'a session holds a lock that a job needs',
    alert: 'SluiceJobStuck',
    series: { [jobs('ok')]: always(2), [jobs('stuck')]: always(1) },
  },
  { fault: 'a workflow is terminated', alert: 'SluiceJobsFailed', series: { [failed('WorkflowLost')]: ONCE } },
  { fault: 'servers of URLs fail', alert: null, series: { [failed('DownloadFailed')]: growing(20) } },
  {
    fault: 'workers cannot replay what older workers began',
    alert: 'SluiceBadDeploy',
    series: { [BROKEN_TASKS]: growing(1) },
  },
  {
    fault: 'a version that could not replay was rolled back half an hour ago',
    alert: null,
    series: { [BROKEN_TASKS]: `0+1x8 8+0x${MINUTES - 8}` },
  },
  {
    fault: 'there are too few workers',
    alert: 'SluiceTasksWait',
    series: { [queueAge('sluice')]: growing(60) },
  },
  { fault: 'small imports wait for each other', alert: null, series: { [queueAge('sluice-small')]: growing(60) } },
  {
    fault: 'slow servers hold every download slot',
    alert: 'SluiceDownloadsWait',
    series: { [queueAge('sluice-downloads')]: growing(60) },
  },
  {
    fault: 'deliveries are stuck although receivers answer',
    alert: 'SluiceWebhooksWait',
    series: { [WEBHOOK_AGE]: growing(60) },
  },
  { fault: 'a tenth of the calls fails', alert: 'SluiceCallsFail', series: { [REFUSED]: growing(700) } },
  { fault: 'nobody calls', alert: null, series: { [SERVED]: always(60_000), [REFUSED]: always(600) } },
];
