import type { Fault } from './faults.ts';
import { inQuery } from './faults.ts';

const pages = (largest: number): Fault[] => [
  inQuery('page out of range', 'invalid_request', 'page=-1'),
  inQuery('page of a wrong type', 'invalid_request', 'page=one'),
  inQuery('page of a wrong type', 'invalid_request', 'page=0.5'),
  inQuery('page twice', 'invalid_request', 'page=0&page=1'),
  inQuery('page out of range', 'invalid_request', `page=${'9'.repeat(30)}`),
  inQuery('page size out of range', 'invalid_request', 'per_page=0'),
  inQuery('page size out of range', 'requested_too_many', `per_page=${largest + 1}`),
];
const tokens = [
  inQuery('page and token both', 'invalid_request', 'page=0&page_token=YWZ0ZXI6MQ'),
  inQuery('bad token', 'invalid_request', 'page_token=nonsense'),
];
const order = [inQuery('bad enum', 'invalid_request', 'order_by=size')];
const nameless = [inQuery('name that cannot be stored', 'invalid_request', 'name=%00')];

const imports = [...pages(500), inQuery('bad enum', 'invalid_request', 'scope=none')];
const byEmail = [...pages(500), ...tokens];
const fields = [...pages(2000), ...order, ...nameless];
const segments = [...pages(2000), ...nameless];
const keys = [...pages(500), ...tokens, ...order, ...nameless];
const users = [...pages(2000), ...tokens, ...order];
const times = ['begins_at__after', 'begins_at__before', 'finished_at__after', 'finished_at__before'];
const jobs = [
  ...pages(2000),
  inQuery('bad enum', 'invalid_request', 'state=asleep'),
  inQuery('bad enum', 'invalid_request', 'job_type=Nap'),
  ...times.map((name) => inQuery('bad time', 'invalid_request', `${name}=soon`)),
  inQuery('name that cannot be stored', 'invalid_request', 'search=%00'),
];

/** Possible faults of the query of each endpoint that has one. */
export const QUERY_FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'GET /subscriber_imports': imports,
  'GET /mailing_lists/:mailing_list_id/subscriber_imports': imports,
  'GET /mailing_lists/:mailing_list_id/subscribers': [
    ...pages(500),
    ...tokens,
    inQuery(`another organization's id`, 'not_found', ({ segment }) => `segment_id=${segment}`),
    inQuery('unknown id', 'not_found', 'segment_id=999999'),
  ],
  'GET /subscribers_by_email/:email': byEmail,
  'GET /mailing_lists/:mailing_list_id/subscribers_by_email/:email': byEmail,
  'GET /organizations/:organization_id/subscribers_by_email/:email': byEmail,
  'GET /organizations/all/subscribers_by_email/:email': byEmail,
  'GET /mailing_lists/:mailing_list_id/custom_fields': fields,
  'GET /custom_fields': fields,
  'GET /mailing_lists/:mailing_list_id/custom_fields/deleted': fields,
  'GET /custom_fields/deleted': fields,
  'GET /mailing_lists': pages(2000),
  'GET /mailing_lists/:mailing_list_id/campaign_statistics': [
    inQuery('bad time', 'invalid_request', 'started_at__start=soon'),
    inQuery('bad time', 'invalid_request', 'started_at__end=2026-13-01T00:00:00Z'),
  ],
  'GET /segments': segments,
  'GET /mailing_lists/:mailing_list_id/segments': segments,
  'GET /templates': pages(2000),
  'GET /mailing_lists/:mailing_list_id/templates': pages(2000),
  'GET /seed_lists': [...pages(2000), ...order],
  'GET /api_keys': keys,
  'GET /organizations/:organization_id/api_keys': keys,
  'GET /jobs/all': jobs,
  'GET /jobs/unfinished': jobs,
  'GET /jobs/all_on_all_organizations': jobs,
  'GET /jobs/unfinished_on_all_organizations': jobs,
  'GET /organizations/:organization_id/jobs/all': jobs,
  'GET /organizations/:organization_id/jobs/unfinished': jobs,
  'GET /users': users,
  'GET /organizations/:organization_id/users': users,
};
