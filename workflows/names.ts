// The names of this service in Temporal, for the API, workers, the command line and the embedded server. They are public:
// histories, scripts and dashboards hold them, so none is renamed. This file imports nothing.

/** The task queue of every workflow, and of every activity but downloads. */
export const TASK_QUEUE = 'sluice';

/** The task queue of downloads, which depend on the speed of foreign servers. */
export const DOWNLOADS_QUEUE = 'sluice-downloads';

/** The id of the one workflow that runs everything periodic. */
export const MAINTENANCE = 'sluice-maintenance';

/** The id of the workflow whose page shows what blocks jobs, and the task queue of its queries. */
export const WATCH = 'sluice-watch';

/** The query for the view of a job. */
export const JOB_VIEW = 'jobView';

/** The failure type of a command that the state of a job does not take. */
export const COMMAND_REJECTED = 'CommandRejected';

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
