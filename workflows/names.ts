// The names by which Temporal knows this service: the one list that API, workers, command line and embedded server read.
// They are public. Histories, scripts and dashboards hold them, so none is renamed. This file imports nothing.

/** The task queue of every workflow, and of every activity but downloads. */
export const TASK_QUEUE = 'sluice';

/** The task queue of downloads, which wait for servers of others. */
export const DOWNLOADS_QUEUE = 'sluice-downloads';

/** The id of the one workflow that runs everything periodic. */
export const MAINTENANCE = 'sluice-maintenance';

/** The id of the workflow whose page tells what holds jobs up, and the task queue that only its questions go through. */
export const WATCH = 'sluice-watch';

/** The query that every job answers with its view. */
export const JOB_VIEW = 'jobView';

/** The type of the failure with which a job refuses a command that its state does not take. */
export const COMMAND_REJECTED = 'CommandRejected';

/** What jobs say of themselves in the Temporal UI's lists, and in queries such as `JobHealth = "stalled"`. */
export const SEARCH_ATTRIBUTES = {
  jobState: { name: 'JobState', type: 'KEYWORD' },
  jobHealth: { name: 'JobHealth', type: 'KEYWORD' },
  stuckCause: { name: 'StuckCause', type: 'KEYWORD' },
  organizationId: { name: 'OrganizationId', type: 'INT' },
  mailingListId: { name: 'MailingListId', type: 'INT' },
  importId: { name: 'ImportId', type: 'INT' },
} as const;
