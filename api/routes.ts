// Generated from the files `api/<resource>/routes.ts` by `npm run routes`; a test fails when they differ.

import apiKeys from './api-keys/routes.ts';
import campaignStatistics from './campaign-statistics/routes.ts';
import columnRuleSets from './column-rule-sets/routes.ts';
import customFields from './custom-fields/routes.ts';
import importCorrections from './import-corrections/routes.ts';
import importUndos from './import-undos/routes.ts';
import jobs from './jobs/routes.ts';
import mailingLists from './mailing-lists/routes.ts';
import passwordResets from './password-resets/routes.ts';
import seedLists from './seed-lists/routes.ts';
import segments from './segments/routes.ts';
import sessions from './sessions/routes.ts';
import singleSignOn from './single-sign-on/routes.ts';
import subscriberCounts from './subscriber-counts/routes.ts';
import subscriberExports from './subscriber-exports/routes.ts';
import subscriberImports from './subscriber-imports/routes.ts';
import subscribers from './subscribers/routes.ts';
import suppressedAddressImports from './suppressed-address-imports/routes.ts';
import suppressedAddresses from './suppressed-addresses/routes.ts';
import templates from './templates/routes.ts';
import uploads from './uploads/routes.ts';
import users from './users/routes.ts';
import webhookEndpoints from './webhook-endpoints/routes.ts';

/** The routes of every resource, in the order of the API's description. */
export const ROUTES = [
  apiKeys,
  campaignStatistics,
  columnRuleSets,
  customFields,
  importCorrections,
  importUndos,
  jobs,
  mailingLists,
  passwordResets,
  seedLists,
  segments,
  sessions,
  singleSignOn,
  subscriberCounts,
  subscriberExports,
  subscriberImports,
  subscribers,
  suppressedAddressImports,
  suppressedAddresses,
  templates,
  uploads,
  users,
  webhookEndpoints,
] as const;
