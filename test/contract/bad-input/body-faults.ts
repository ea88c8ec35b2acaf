import type { AttributeFault, Bodies } from './faults.ts';
import { inBody } from './faults.ts';

const LONG = 'n'.repeat(300);
const wrongType = (...sent: AttributeFault['sent'][]) => sent.map((one) => ({ kind: 'wrong type', sent: one }));
const badEnum = (...sent: AttributeFault['sent'][]) => sent.map((one) => ({ kind: 'bad enum', sent: one }));
const badTime = (...sent: AttributeFault['sent'][]) => sent.map((one) => ({ kind: 'bad time', sent: one }));
const overLong = (...sent: AttributeFault['sent'][]) => sent.map((one) => ({ kind: 'over-long value', sent: one }));
const both = (sent: AttributeFault['sent']) => [{ kind: 'both of two exclusive keys', code: 'invalid_request', sent }];
const theirs = (sent: AttributeFault['sent'], code = 'validation_failed') => [
  { kind: `another organization's id`, code, sent },
];

const AUTOWINNER = {
  autowinner_enabled: true,
  autowinner_percentage: '25.0',
  autowinner_delay_amount: 1,
  autowinner_delay_unit: 'hours',
  autowinner_metric: 'opens_unique',
};
const prefixed = (attributes: object) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`d_${name}`, value as unknown]));

const mailingList = [
  ...wrongType(
    { name: 5 },
    { d_speed: 'fast' },
    { has_format: 'maybe' },
    { d_seed_list_ids: 'x' },
    { google_analytics: [] },
  ),
  ...overLong({ name: LONG }, { d_from_name: LONG }),
  ...badEnum(
    { ...prefixed(AUTOWINNER), d_autowinner_metric: 'luck' },
    { ...prefixed(AUTOWINNER), d_autowinner_delay_unit: 'years' },
  ),
  ...both({ d_seed_list_ids: [], d_seed_list_names: [] }),
  ...theirs(({ seedList }) => ({ d_seed_list_ids: [seedList] })),
  {
    kind: 'remote elsewhere than on the System Organization',
    sent: { is_remote_list: true, database_connection_id: 1 },
  },
];
const field = [
  ...wrongType({ name: 5 }, { required: 'maybe' }, { instructions: 5 }, { minimum_length: 'short' }),
  ...overLong({ name: LONG }),
];
const segment = (kind: object) => ({ clause: [kind] });
const segmentFaults = [
  ...wrongType({ name: 5 }, { clause: 'everybody' }, { clause: ['everybody'] }),
  ...overLong({ name: LONG }),
  ...badEnum(segment({ type: 'subscriber_status', operator: 'like', value: 'active' })),
  ...badEnum(segment({ type: 'subscriber_status', operator: 'is', value: 'gone' })),
  ...badTime(segment({ type: 'subscriber_date_subscribed', operator: 'before', value: 'soon' })),
  ...theirs(({ list }) => segment({ type: 'in_mailing_list', operator: 'is in', mailing_list_id: list })),
  ...theirs(({ segment: id }) => segment({ type: 'in_segment', operator: 'is in', segment: { id } })),
  ...theirs(({ field: id }) => segment({ type: 'custom_field', custom_field: { id }, operator: 'is blank' })),
  { kind: 'kind that is not supported', code: 'invalid_request', sent: segment({ type: 'horoscope' }) },
];
const template = [
  ...wrongType(
    { name: 5 },
    { contents: 'Hello' },
    { dispatch_attributes: [] },
    { dispatch_attributes: { speed: 'fast' } },
  ),
  ...overLong({ name: LONG }),
  ...badEnum({ contents: [{ name: 'A', format: 'pdf' }] }, { dispatch_attributes: { state: 'asleep' } }),
  ...badEnum({ dispatch_attributes: { ...AUTOWINNER, autowinner_metric: 'luck' } }),
  ...badTime({ dispatch_attributes: { begins_at: 'soon' } }),
  ...both({ dispatch_attributes: { seed_list_ids: [], seed_list_names: [] } }),
  ...theirs(({ segment: segmentation_criteria_id }) => ({ segmentation_criteria_id })),
  ...theirs(({ seedList }) => ({ dispatch_attributes: { seed_list_id: seedList } })),
];
const seedList = [
  ...wrongType(
    { name: 5 },
    { addresses_array: 'a@example.com' },
    { addresses_array: [5] },
    { addresses_array: ['nobody'] },
  ),
  ...overLong({ name: LONG }),
];
const apiKey = [
  ...wrongType({ name: 5 }, { active: 'maybe' }),
  ...overLong({ name: LONG }),
  ...badEnum({ role: 'standard' }, { role: 5 }),
  { kind: 'too high role', sent: { role: 'system_admin' } },
];
const user = [
  ...wrongType({ full_name: 5 }, { active: 'maybe' }, { default_preview_recipients: 'x' }, { permissions: [] }),
  ...overLong({ full_name: LONG }, { password1: LONG, password2: LONG }),
  ...badEnum({ role: 'root' }, { default_html_editor: 'word' }, { permissions: { campaign: ['fly'] } }),
  { kind: 'too high role', sent: { role: 'system_admin' } },
];
const subscriber = [
  ...wrongType(
    { email: 5 },
    { email: 'nobody' },
    { subscribe_ip: 'here' },
    { custom_fields: [] },
    { custom_fields: { City: true } },
  ),
  ...overLong({ email: `${LONG}@example.com` }),
  ...badEnum({ status: 'gone' }),
  ...badTime({ subscribe_time: 'soon' }, { subscribe_time: '2026-02-30T00:00:00Z' }),
  { kind: 'unknown custom field', sent: { custom_fields: { Nowhere: 'x' } } },
];
const importFaults = [
  ...wrongType(
    { overwrite: 'maybe' },
    { column_mapping: 'email' },
    { file_source: 'data' },
    { default_custom_fields: [] },
  ),
  ...overLong({ file_source: { type: 'url', url: `http://example.com/${'x'.repeat(5000)}` } }),
  ...badEnum(
    { file_source: { type: 'ftp' } },
    { file_format: { date_format: 'ymd' } },
    { subscriber_defaults: { status: 'gone' } },
  ),
  ...badTime({ begins_at: 'soon' }),
  ...theirs(({ autoresponder: id }) => ({ autoresponders: { api: { trigger_new: { id } } } })),
  { kind: 'file that is not there', sent: { file_source: { type: 'upload_directory', filename: 'nobody.csv' } } },
];
const trigger = { autoresponder_names: ['*'] };
const triggerFaults = [
  ...wrongType({ autoresponder_names: 'x' }, { create_missing_subscriber: 'maybe' }, { custom_fields: [] }),
  ...wrongType({ content_replacement_fields: { Code: 5 } }, { custom_fields: { for_all: { City: true } } }),
  { kind: 'over-long key', code: 'invalid_request', sent: { content_replacement_fields: { [LONG]: 'x' } } },
  { kind: 'unknown key', code: 'invalid_request', sent: { custom_fields: { for_old: {} } } },
  ...both({ autoresponder_ids: [1] }),
  ...theirs(
    ({ autoresponder }) => ({ autoresponder_names: undefined, autoresponder_ids: [autoresponder] }),
    'not_found',
  ),
];

const NEW_USER = {
  full_name: 'Bob',
  email: 'bob@example.com',
  active: true,
  role: 'standard',
  password1: 'correct horse',
  password2: 'correct horse',
};
const NEW_FIELD = { name: 'Age', field_type: 'text' };
const NEW_IMPORT = { column_mapping: ['email'], file_source: { type: 'json', content: 'email\n' } };
const fieldType = badEnum({ field_type: 'file' });

/** The body of each endpoint that has one. */
export const BODIES: Readonly<Record<string, Bodies>> = {
  'POST /mailing_lists/:mailing_list_id/subscriber_imports': inBody('subscriber_import', NEW_IMPORT, importFaults),
  'POST /mailing_lists/:mailing_list_id/subscribers': withWebForm(
    inBody('subscriber', { email: 'new@example.com' }, subscriber),
  ),
  'PUT /mailing_lists/:mailing_list_id/subscribers/:subscriber_id': inBody('subscriber', {}, subscriber),
  'PUT /mailing_lists/:mailing_list_id/subscribers/:email_address': inBody('subscriber', {}, subscriber),
  'POST /mailing_lists/:mailing_list_id/subscribers/:subscriber_id_or_email/trigger_autoresponders': inBody(
    null,
    trigger,
    triggerFaults,
  ),
  'POST /subscribers/unsubscribe': inBody('unsubscribe', ({ token }) => ({ token }), [
    { kind: 'wrong type', code: 'invalid_request', sent: { token: 5 } },
    { kind: 'over-long value', code: 'invalid_request', sent: { token: LONG } },
    ...theirs(({ token }) => ({ token }), 'invalid_request'),
  ]),
  'POST /mailing_lists/:mailing_list_id/custom_fields': inBody('custom_field', NEW_FIELD, [...field, ...fieldType]),
  'POST /custom_fields': inBody('custom_field', { ...NEW_FIELD, name: 'Height' }, [...field, ...fieldType]),
  'PUT /mailing_lists/:mailing_list_id/custom_fields/:id': inBody('custom_field', {}, [...field, ...fieldType]),
  'PUT /custom_fields/:id': inBody('custom_field', {}, [
    ...field.slice(0, 3),
    ...overLong({ name: LONG }),
    ...fieldType,
  ]),
  'POST /custom_fields/promote': inBody('promote', ({ field }) => ({ custom_field_id: field }), [
    ...wrongType({ custom_field_id: 'x' }, { custom_field_id: null }),
    { kind: 'unknown id', code: 'not_found', sent: { custom_field_id: 999_999 } },
    ...theirs(({ field: id }) => ({ custom_field_id: id }), 'not_found'),
  ]),
  'POST /mailing_lists': inBody('mailing_list', { name: 'Offers' }, mailingList),
  'PUT /mailing_lists/:mailing_list_id': inBody('mailing_list', {}, [
    ...mailingList,
    ...theirs(({ field: id }) => ({ primary_key_custom_field_id: id })),
  ]),
  'POST /mailing_lists/:mailing_list_id/segments': inBody(
    'segmentation_criteria',
    { name: 'S', clause: [] },
    segmentFaults,
  ),
  'PUT /segments/:id': inBody('segmentation_criteria', { name: 'Actives', clause: [] }, segmentFaults),
  'POST /mailing_lists/:mailing_list_id/templates': inBody('campaign', { name: 'T' }, template),
  'PUT /templates/:template_id': inBody('campaign', {}, template),
  'POST /seed_lists': inBody('seed_list', { name: 'Home' }, seedList),
  'PUT /seed_lists/:id': inBody('seed_list', {}, seedList),
  'POST /api_keys': inBody('api_key', { name: 'Till' }, apiKey),
  'POST /organizations/:organization_id/api_keys': inBody('api_key', { name: 'Till' }, apiKey),
  'PUT /api_keys/:id': inBody('api_key', {}, apiKey),
  'POST /users': inBody('user', NEW_USER, user),
  'PUT /users/:id': inBody('user', {}, user),
};

/** The form stands beside the subscriber. */
function withWebForm({ good, faults }: Bodies): Bodies {
  const subscriber = { email: 'new@example.com' };
  const wrongType = { kind: 'wrong type', body: () => ({ subscriber, confirmation_form_id: 'x' }) };
  return {
    good,
    faults: [
      ...faults,
      { ...wrongType, code: 'validation_failed' },
      {
        kind: `another organization's id`,
        code: 'not_found',
        body: ({ webForm }) => ({ subscriber, confirmation_form_id: webForm }),
      },
    ],
  };
}
