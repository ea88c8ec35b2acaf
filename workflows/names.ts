// The names of this service in Temporal, for the API, workers, the command line and the embedded server. They are public:
// histories, scripts and dashboards hold them, so none is renamed. This file imports nothing.

/** The names of one installation in its namespace. Installations that share a namespace differ in all of them. */
export interface InstallationNames {
  /** Prefix of the ids of all its workflows; may be empty. */
  readonly workflowIdPrefix: string;
  /** The task queue of every workflow, and of every activity that has none of those below. */
  readonly taskQueue: string;
  readonly smallQueue: string;
  readonly downloadsQueue: string;
  readonly webhooksQueue: string;
  readonly recordsQueue: string;
  /** The task queue of the queries of the watch. */
  readonly watchQueue: string;
  /** The id of the one workflow that runs everything periodic. */
  readonly maintenance: string;
  /** The id of the workflow whose page shows what blocks jobs. */
  readonly watch: string;
  /** The ids of the workflows that name the installation that uses the task queue, and the prefix. */
  readonly queueMarker: string;
  readonly idsMarker: string;
  /** The task queue of both, which has no pollers. */
  readonly markersQueue: string;
}

/** Returns the names of an installation with these settings. */
export function installationNames(taskQueue: string, workflowIdPrefix: string): InstallationNames {
  return {
    workflowIdPrefix,
    taskQueue,
    smallQueue: smallQueueOf(taskQueue),
    downloadsQueue: downloadsQueueOf(taskQueue),
    webhooksQueue: webhooksQueueOf(taskQueue),
    recordsQueue: recordsQueueOf(taskQueue),
    watchQueue: `${taskQueue}-watch`,
    maintenance: `${workflowIdPrefix}${MAINTENANCE}`,
    watch: `${workflowIdPrefix}${WATCH}`,
    queueMarker: `${INSTALLATION}/${taskQueue}`,
    idsMarker: `${workflowIdPrefix}${INSTALLATION}`,
    markersQueue: `${taskQueue}-installation`,
  };
}

/** The task queue of turns and of small imports, whose activities wait for none of large ones. */
export function smallQueueOf(taskQueue: string): string {
  return `${taskQueue}-small`;
}

/** The task queue of downloads, which depend on the speed of foreign servers, next to a task queue of workflows. */
export function downloadsQueueOf(taskQueue: string): string {
  return `${taskQueue}-downloads`;
}

/** The task queue of deliveries to webhook endpoints, which depend on foreign servers, too. */
export function webhooksQueueOf(taskQueue: string): string {
  return `${taskQueue}-webhooks`;
}

/**
 * The task queue of brief activities that write down what a job does, and of diagnosis: blocked tasks may fill every slot of the
 * other queues.
 */
export function recordsQueueOf(taskQueue: string): string {
  return `${taskQueue}-records`;
}

/** The task queue of an installation without settings of its own. */
export const TASK_QUEUE = 'sluice';

/** The ids of the two workflows that an installation has once, without the prefix. */
export const MAINTENANCE = 'sluice-maintenance';
export const WATCH = 'sluice-watch';

/** Part of the ids of the workflows that name an installation. */
export const INSTALLATION = 'sluice-installation';

/** The query for the view of a job. */
export const JOB_VIEW = 'jobView';

/** The failure type of a command that the state of a job does not take. */
export const COMMAND_REJECTED = 'CommandRejected';

/** The failure type of a command that came while a small job does all its work at once, which takes about a second at most. */
export const NOT_NOW = 'NotNow';

/** The failure type of work and commands of a job whose row the database does not have: it was set back since the job was created. */
export const ROW_LOST = 'RowLost';

/** The failure type of work of a job whose database was set back, and has its row. Its detail is the new epoch of the database. */
export const WENT_BACK = 'WentBack';

/** The header of activities that has the epoch of the database in which the job has worked so far. */
export const EPOCH_HEADER = 'database-epoch';

/** The header of activities, queries, updates and signals that has the random key of the job that they are meant for. */
export const JOB_KEY_HEADER = 'job-key';

/**
 * Search attributes of jobs, for the Temporal UI's lists and for queries such as `JobHealth = "stalled"`. A namespace may lack
 * some of them. The ids are registered as KEYWORD; older versions registered them as INT, and such a namespace keeps that.
 */
export const SEARCH_ATTRIBUTES = {
  jobState: { name: 'JobState', type: 'KEYWORD' },
  jobHealth: { name: 'JobHealth', type: 'KEYWORD' },
  stuckCause: { name: 'StuckCause', type: 'KEYWORD' },
  organizationId: { name: 'OrganizationId', type: 'KEYWORD' },
  mailingListId: { name: 'MailingListId', type: 'KEYWORD' },
  importId: { name: 'ImportId', type: 'KEYWORD' },
} as const;
