// Generated from the files in `api/<resource>/routes/` by `npm run routes`; a test fails when they differ.

import apiKeysCreate from './api-keys/routes/create.ts';
import apiKeysDelete from './api-keys/routes/delete.ts';
import apiKeysList from './api-keys/routes/list.ts';
import apiKeysShow from './api-keys/routes/show.ts';
import apiKeysUpdate from './api-keys/routes/update.ts';
import campaignStatisticsShow from './campaign-statistics/routes/show.ts';
import columnRuleSetsCreate from './column-rule-sets/routes/create.ts';
import columnRuleSetsDelete from './column-rule-sets/routes/delete.ts';
import columnRuleSetsList from './column-rule-sets/routes/list.ts';
import columnRuleSetsShow from './column-rule-sets/routes/show.ts';
import columnRuleSetsUpdate from './column-rule-sets/routes/update.ts';
import customFieldsCreate from './custom-fields/routes/create.ts';
import customFieldsDelete from './custom-fields/routes/delete.ts';
import customFieldsDeleted from './custom-fields/routes/deleted.ts';
import customFieldsList from './custom-fields/routes/list.ts';
import customFieldsPromote from './custom-fields/routes/promote.ts';
import customFieldsShow from './custom-fields/routes/show.ts';
import customFieldsUpdate from './custom-fields/routes/update.ts';
import jobsActions from './jobs/routes/actions.ts';
import jobsEvents from './jobs/routes/events.ts';
import jobsInspection from './jobs/routes/inspection.ts';
import jobsList from './jobs/routes/list.ts';
import jobsReport from './jobs/routes/report.ts';
import mailingListsCreate from './mailing-lists/routes/create.ts';
import mailingListsDeleteConfirmationCode from './mailing-lists/routes/delete-confirmation-code.ts';
import mailingListsDeleteConfirmed from './mailing-lists/routes/delete-confirmed.ts';
import mailingListsDeletionActivity from './mailing-lists/routes/deletion-activity.ts';
import mailingListsDeletionCommands from './mailing-lists/routes/deletion-commands.ts';
import mailingListsDeletion from './mailing-lists/routes/deletion.ts';
import mailingListsList from './mailing-lists/routes/list.ts';
import mailingListsUpdate from './mailing-lists/routes/update.ts';
import seedListsCreate from './seed-lists/routes/create.ts';
import seedListsDelete from './seed-lists/routes/delete.ts';
import seedListsList from './seed-lists/routes/list.ts';
import seedListsUpdate from './seed-lists/routes/update.ts';
import segmentsCreate from './segments/routes/create.ts';
import segmentsDelete from './segments/routes/delete.ts';
import segmentsList from './segments/routes/list.ts';
import segmentsShow from './segments/routes/show.ts';
import segmentsUpdate from './segments/routes/update.ts';
import subscriberCountsShow from './subscriber-counts/routes/show.ts';
import subscriberExportsActivity from './subscriber-exports/routes/activity.ts';
import subscriberExportsCommands from './subscriber-exports/routes/commands.ts';
import subscriberExportsCreate from './subscriber-exports/routes/create.ts';
import subscriberExportsFile from './subscriber-exports/routes/file.ts';
import subscriberExportsList from './subscriber-exports/routes/list.ts';
import subscriberExportsShow from './subscriber-exports/routes/show.ts';
import subscriberImportsActivity from './subscriber-imports/routes/activity.ts';
import subscriberImportsAnalyze from './subscriber-imports/routes/analyze.ts';
import subscriberImportsCommands from './subscriber-imports/routes/commands.ts';
import subscriberImportsCreate from './subscriber-imports/routes/create.ts';
import subscriberImportsEvents from './subscriber-imports/routes/events.ts';
import subscriberImportsFailedRows from './subscriber-imports/routes/failed-rows.ts';
import subscriberImportsList from './subscriber-imports/routes/list.ts';
import subscriberImportsLogs from './subscriber-imports/routes/logs.ts';
import subscriberImportsShow from './subscriber-imports/routes/show.ts';
import subscriberImportsStart from './subscriber-imports/routes/start.ts';
import subscribersCreate from './subscribers/routes/create.ts';
import subscribersDelete from './subscribers/routes/delete.ts';
import subscribersFindByEmail from './subscribers/routes/find-by-email.ts';
import subscribersList from './subscribers/routes/list.ts';
import subscribersShow from './subscribers/routes/show.ts';
import subscribersTriggerAutoresponders from './subscribers/routes/trigger-autoresponders.ts';
import subscribersUnsubscribe from './subscribers/routes/unsubscribe.ts';
import subscribersUpdate from './subscribers/routes/update.ts';
import templatesList from './templates/routes/list.ts';
import templatesShow from './templates/routes/show.ts';
import templatesWrite from './templates/routes/write.ts';
import uploadsUploads from './uploads/routes/uploads.ts';
import usersCreate from './users/routes/create.ts';
import usersDelete from './users/routes/delete.ts';
import usersList from './users/routes/list.ts';
import usersResetPasswordFailureLockout from './users/routes/reset-password-failure-lockout.ts';
import usersShow from './users/routes/show.ts';
import usersUpdate from './users/routes/update.ts';
import webhookEndpointsAttempts from './webhook-endpoints/routes/attempts.ts';
import webhookEndpointsCreate from './webhook-endpoints/routes/create.ts';
import webhookEndpointsDelete from './webhook-endpoints/routes/delete.ts';
import webhookEndpointsList from './webhook-endpoints/routes/list.ts';
import webhookEndpointsRedeliver from './webhook-endpoints/routes/redeliver.ts';
import webhookEndpointsRotateSecret from './webhook-endpoints/routes/rotate-secret.ts';
import webhookEndpointsShow from './webhook-endpoints/routes/show.ts';
import webhookEndpointsUpdate from './webhook-endpoints/routes/update.ts';

/** The routes of every resource, in the order of the API's description. */
export const ROUTES = [
  apiKeysCreate,
  apiKeysDelete,
  apiKeysList,
  apiKeysShow,
  apiKeysUpdate,
  campaignStatisticsShow,
  columnRuleSetsCreate,
  columnRuleSetsDelete,
  columnRuleSetsList,
  columnRuleSetsShow,
  columnRuleSetsUpdate,
  customFieldsCreate,
  customFieldsDelete,
  customFieldsDeleted,
  customFieldsList,
  customFieldsPromote,
  customFieldsShow,
  customFieldsUpdate,
  jobsActions,
  jobsEvents,
  jobsInspection,
  jobsList,
  jobsReport,
  mailingListsCreate,
  mailingListsDeleteConfirmationCode,
  mailingListsDeleteConfirmed,
  mailingListsDeletionActivity,
  mailingListsDeletionCommands,
  mailingListsDeletion,
  mailingListsList,
  mailingListsUpdate,
  seedListsCreate,
  seedListsDelete,
  seedListsList,
  seedListsUpdate,
  segmentsCreate,
  segmentsDelete,
  segmentsList,
  segmentsShow,
  segmentsUpdate,
  subscriberCountsShow,
  subscriberExportsActivity,
  subscriberExportsCommands,
  subscriberExportsCreate,
  subscriberExportsFile,
  subscriberExportsList,
  subscriberExportsShow,
  subscriberImportsActivity,
  subscriberImportsAnalyze,
  subscriberImportsCommands,
  subscriberImportsCreate,
  subscriberImportsEvents,
  subscriberImportsFailedRows,
  subscriberImportsList,
  subscriberImportsLogs,
  subscriberImportsShow,
  subscriberImportsStart,
  subscribersCreate,
  subscribersDelete,
  subscribersFindByEmail,
  subscribersList,
  subscribersShow,
  subscribersTriggerAutoresponders,
  subscribersUnsubscribe,
  subscribersUpdate,
  templatesList,
  templatesShow,
  templatesWrite,
  uploadsUploads,
  usersCreate,
  usersDelete,
  usersList,
  usersResetPasswordFailureLockout,
  usersShow,
  usersUpdate,
  webhookEndpointsAttempts,
  webhookEndpointsCreate,
  webhookEndpointsDelete,
  webhookEndpointsList,
  webhookEndpointsRedeliver,
  webhookEndpointsRotateSecret,
  webhookEndpointsShow,
  webhookEndpointsUpdate,
] as const;
