/**
 * The rows of the API's specification, by table: endpoints by method and path, everything else in a few words of our own.
 * Each is the title of a test below this folder; `npm run contract` names those that are not.
 */
const ROWS = {
  'subscriber import endpoints': [
    'GET /subscriber_imports',
    'GET /mailing_lists/:mailing_list_id/subscriber_imports',
    'GET /subscriber_imports/:id',
    'POST /mailing_lists/:mailing_list_id/subscriber_imports',
    'POST /subscriber_imports/:id/pause',
    'POST /subscriber_imports/:id/unpause',
    'POST /subscriber_imports/:id/cancel',
    'GET /subscriber_imports/:id/logs/:kind',
  ],
  'keys of subscriber_import': [
    'import key: begins_at',
    'import key: overwrite',
    'import key: deactivate_subscribers_not_in_import',
    'import key: autoresponders',
    'import key: overwrite_what.custom_fields',
    'import key: overwrite_what.confirmed, .format, .status',
    'import key: overwrite_when_status.active',
    'import key: overwrite_when_status.unsubscribed, .bounced, .deactivated, .scomp',
    'import key: column_mapping',
    'import key: default_custom_fields',
    'import key: subscriber_defaults',
    'import key: file_source.type',
    'import key: file_source.content',
    'import key: file_source.filename',
    'import key: file_source.url',
    'import key: file_format.csv_has_headers',
    'import key: file_format.character_set',
    'import key: file_format.csv_field_separator',
    'import key: file_format.csv_field_enclosure',
    'import key: file_format.date_format',
  ],
  'subscriber endpoints': [
    'GET /mailing_lists/:mailing_list_id/subscribers',
    'GET /mailing_lists/:mailing_list_id/subscribers/:subscriber_ids_or_emails',
    'POST /mailing_lists/:mailing_list_id/subscribers',
    'PUT /mailing_lists/:mailing_list_id/subscribers/:subscriber_id',
    'PUT /mailing_lists/:mailing_list_id/subscribers/:email_address',
    'POST /mailing_lists/:mailing_list_id/subscribers/:subscriber_id_or_email/trigger_autoresponders',
    'POST /subscribers/unsubscribe',
    'GET /subscribers_by_email/:email',
    'GET /mailing_lists/:mailing_list_id/subscribers_by_email/:email',
    'GET /organizations/:organization_id/subscribers_by_email/:email',
    'GET /organizations/all/subscribers_by_email/:email',
    'DELETE /mailing_lists/:mailing_list_id/subscribers/:id_or_email',
  ],
  'keys of trigger_autoresponders': [
    'trigger key: create_missing_subscriber',
    'trigger key: reactivate_subscriber',
    'trigger key: skip_subscription_autoresponders',
    'trigger key: autoresponder_names',
    'trigger key: autoresponder_ids',
    'trigger key: content_replacement_fields',
    'trigger key: custom_fields',
  ],
  'custom field endpoints': [
    'GET /mailing_lists/:mailing_list_id/custom_fields',
    'GET /custom_fields',
    'GET /custom_fields/:id',
    'POST /mailing_lists/:mailing_list_id/custom_fields',
    'POST /custom_fields',
    'PUT /mailing_lists/:mailing_list_id/custom_fields/:id',
    'PUT /custom_fields/:id',
    'DELETE /mailing_lists/:mailing_list_id/custom_fields/:id',
    'DELETE /custom_fields/:id',
    'POST /custom_fields/promote',
    'GET /mailing_lists/:mailing_list_id/custom_fields/deleted',
    'GET /custom_fields/deleted',
  ],
  'mailing list endpoints': [
    'GET /mailing_lists',
    'POST /mailing_lists',
    'PUT /mailing_lists/:mailing_list_id',
    'GET /mailing_lists/:mailing_list_id/delete_confirmation_code',
    'DELETE /mailing_lists/:mailing_list_id/confirmed/:delete_confirmation_code',
    'GET /mailing_lists/:mailing_list_id/campaign_statistics',
  ],
  'segment endpoints': [
    'GET /segments',
    'GET /mailing_lists/:mailing_list_id/segments',
    'POST /mailing_lists/:mailing_list_id/segments',
    'GET /segments/:id',
    'PUT /segments/:id',
    'DELETE /segments/:id',
  ],
  'campaign template endpoints': [
    'GET /mailing_lists/:mailing_list_id/templates',
    'GET /templates',
    'GET /templates/:template_id',
    'POST /mailing_lists/:mailing_list_id/templates',
    'PUT /templates/:template_id',
  ],
  'seed list endpoints': ['GET /seed_lists', 'POST /seed_lists', 'PUT /seed_lists/:id', 'DELETE /seed_lists/:id'],
  'API key endpoints': [
    'GET /api_keys',
    'GET /organizations/:organization_id/api_keys',
    'GET /api_keys/:id',
    'POST /api_keys',
    'POST /organizations/:organization_id/api_keys',
    'PUT /api_keys/:id',
    'DELETE /api_keys/:id',
  ],
  'subscriber count endpoints': ['GET /subscriber_counts', 'GET /organization/:organization_id/subscriber_counts'],
  'background job endpoints': [
    'GET /jobs/all',
    'GET /jobs/unfinished',
    'GET /jobs/all_on_all_organizations',
    'GET /jobs/unfinished_on_all_organizations',
    'GET /organizations/:organization_id/jobs/all',
    'GET /organizations/:organization_id/jobs/unfinished',
  ],
  'user endpoints': [
    'GET /users',
    'GET /organizations/:organization_id/users',
    'GET /users/:id',
    'POST /users',
    'PUT /users/:id',
    'PUT /users/:id/reset_password_failure_lockout',
    'DELETE /users/:id',
  ],
  'subscriber import states': [
    'import state: scheduled',
    'import state: downloading',
    'import state: splitting',
    'import state: importing',
    'import state: paused',
    'import state: finished',
    'import state: failed',
    'import state: cancelled',
  ],
  'subscriber import moves': [
    'import move: created as scheduled, nothing counted',
    'import move: pause while in progress',
    'import move: unpause goes on',
    'import move: impossible pause or unpause is refused',
    'import move: cancel before the end',
    'import move: cancel after the end is refused',
    'import move: cancelled with its mailing list',
    'import move: logs purged after the retention, state kept',
  ],
  'subscriber statuses': [
    'subscriber status: active',
    'subscriber status: bounced',
    'subscriber status: unsubscribed',
    'subscriber status: scomp',
    'subscriber status: deactivated',
  ],
  'subscriber status moves': [
    'status move: unsubscribed by token, with campaign and content',
    'status move: deactivated when absent from an import',
    'status move: added by a trigger, created',
    'status move: triggered while active, remained_active',
    'status move: reactivated by a trigger',
    'status move: removed by DELETE',
  ],
  'background job states': [
    'job states: Campaign',
    'job states: SubscriberImport',
    'job states: SubscriberExport',
    'job states: SuppressedAddressImport',
    'job states: state2 of campaigns',
    'job states: delivery of templates',
  ],
  'mailing list deletion': ['list deletion: step 1, the code', 'list deletion: step 2, confirmed'],
  'general rules': [
    'rule: organizations are apart, system administrators cross',
    'rule: remote lists have no subscribers, imports and segments',
    'rule: custom fields are deleted softly',
    'rule: lists are deleted in two steps',
  ],
  'common conventions': [
    'convention: JSON in UTF-8',
    'convention: envelope of four keys',
    'convention: paging keys and default page sizes',
    'convention: one wrapper key',
    'convention: empty success has null data',
    'convention: ids are integers, addresses are URI-encoded',
  ],
  authentication: [
    'authentication: Basic credential of a key on every request',
    'authentication: inactive keys are refused',
    'authentication: FTP with the user api and the key',
    'authentication: two roles of keys, three of users',
    'authentication: permissions and lockout of users',
  ],
  versioning: [
    'version: part of every path',
    'version: deprecated template fields beside contents',
    'version: dispatch_attributes in, dispatch out',
  ],
  'error codes': [
    'error validation_failed: impossible pause, unpause or cancel',
    'error validation_failed: subscriber deletion switched off',
    'error validation_failed: custom field with dependents',
    'error validation_failed: segment in use',
    'error validation_failed: data that is not valid',
    'error not_found: import log that is not there',
    'error invalid_request: kind of clause that is not supported',
  ],
  'other errors': [
    'error: envelope without data',
    'error: status 200 with success false',
    'error: remote list',
    'error: seed list in use',
  ],
  limits: [
    'limit: page size of imports',
    'limit: default page size',
    'limit: subscribers in one detail request',
    'limit: inline CSV',
    'limit: file at a URL',
    'limit: file in the upload directory',
    'limit: download attempts',
    'limit: download time',
    'limit: retention of import logs',
    'limit: validity of a delete confirmation code',
    'limit: subscribers removed by one delete by email',
    'limit: name of an API key',
    'limit: full_name of a user',
    'limit: default_preview_recipients',
    'limit: decimals of d_autowinner_percentage',
    'limit: subscribers of an organization',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const TABLES: readonly string[] = Object.values(ROWS).flat();

/** The rows that are endpoints. */
export const ENDPOINTS = TABLES.filter((row) => /^(?:GET|POST|PUT|DELETE) \//.test(row));

/** The name of the test that sends bad input to an endpoint. */
export function badInputTo(endpoint: string): string {
  return `bad input: ${endpoint}`;
}

/** The titles that tests must have: every row, and bad input to every endpoint. */
export const TITLES: readonly string[] = [...TABLES, ...ENDPOINTS.map(badInputTo)];

/** Paths of an organization that its administrators may use for their own. */
const OF_OWN_ORGANIZATION: ReadonlySet<string> = new Set([
  'GET /organizations/:organization_id/subscribers_by_email/:email',
  'GET /organizations/:organization_id/users',
]);

/** Whether an endpoint refuses administrators of an organization. */
export function isSystemAdminsOnly(endpoint: string): boolean {
  return /organizations?\/|_all_organizations/.test(endpoint) && !OF_OWN_ORGANIZATION.has(endpoint);
}
