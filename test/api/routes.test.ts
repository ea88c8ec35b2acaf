import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { withRoutes } from '../contract/registered-routes.ts';
import { ENDPOINTS } from '../contract/rows.ts';
import { ROUTES_FILE, routesModule } from '../support/routes.ts';
import { build } from './support/build.ts';

/** Other spellings of organization paths that clients know, exports, and the description of the API itself. */
const BESIDE_THE_SPECIFICATION = [
  'GET /organization/:/api_keys',
  'POST /organization/:/api_keys',
  'GET /organizations/:/subscriber_counts',
  'GET /subscriber_exports',
  'GET /mailing_lists/:/subscriber_exports',
  'POST /mailing_lists/:/subscriber_exports',
  'GET /subscriber_exports/:',
  'GET /subscriber_exports/:/file',
  'POST /subscriber_exports/:/pause',
  'POST /subscriber_exports/:/unpause',
  'POST /subscriber_exports/:/cancel',
  'POST /mailing_lists/:/subscriber_imports/analyze',
  'GET /mailing_lists/:/deletion',
  'POST /mailing_lists/:/deletion/pause',
  'POST /mailing_lists/:/deletion/unpause',
  'GET /subscriber_imports/:/events',
  'POST /subscriber_imports/:/start',
  'GET /jobs/events',
  'GET /jobs/events_on_all_organizations',
  'GET /jobs/report',
  'GET /jobs/:/:',
  'POST /jobs/:/:/retry',
  'POST /jobs/:/:/skip_chunk',
  'POST /jobs/:/:/fail',
  'POST /jobs/:/:/restart',
  'POST /jobs/:/:/unpause',
  'POST /jobs/:/:/unblock',
  'GET /subscriber_imports/:/activity',
  'GET /subscriber_imports/:/failed_rows',
  'GET /subscriber_imports/:/corrections',
  'GET /subscriber_imports/:/corrections/rows',
  'PUT /subscriber_imports/:/corrections/rows/:',
  'DELETE /subscriber_imports/:/corrections/rows/:',
  'PUT /subscriber_imports/:/corrections/values',
  'POST /subscriber_imports/:/corrections/import',
  'POST /column_rule_sets',
  'GET /column_rule_sets',
  'GET /column_rule_sets/:',
  'PUT /column_rule_sets/:',
  'DELETE /column_rule_sets/:',
  'POST /webhook_endpoints',
  'GET /webhook_endpoints',
  'GET /webhook_endpoints/:',
  'PUT /webhook_endpoints/:',
  'DELETE /webhook_endpoints/:',
  'POST /webhook_endpoints/:/rotate_secret',
  'POST /webhook_endpoints/:/test',
  'GET /webhook_endpoints/:/attempts',
  'POST /webhook_endpoints/:/attempts/:/redeliver',
  'GET /subscriber_exports/:/activity',
  'GET /mailing_lists/:/deletion/activity',
  'GET /mailing_lists/:/subscribers/:/history',
  'GET /segments/:/subscriber_count',
  'POST /mailing_lists/:/segments/count',
  'GET /suppressed_addresses',
  'POST /suppressed_addresses',
  'DELETE /suppressed_addresses/:',
  'GET /suppressed_address_imports',
  'POST /suppressed_address_imports',
  'GET /suppressed_address_imports/:',
  'GET /suppressed_address_imports/:/logs/:',
  'GET /suppressed_address_imports/:/activity',
  'POST /suppressed_address_imports/:/pause',
  'POST /suppressed_address_imports/:/unpause',
  'POST /suppressed_address_imports/:/cancel',
  'POST /subscriber_imports/:/undo',
  'GET /import_undos',
  'GET /import_undos/:',
  'GET /import_undos/:/logs/:',
  'GET /import_undos/:/activity',
  'POST /import_undos/:/pause',
  'POST /import_undos/:/unpause',
  'POST /import_undos/:/cancel',
  'POST /uploads',
  'PATCH /uploads/:',
  'DELETE /uploads/:',
  'POST /session',
  'GET /session',
  'DELETE /session',
  'PUT /session/terms',
  'PUT /session/preferences',
  'PUT /session/password',
  'PUT /session/email',
  'GET /sessions',
  'GET /sign_in_options',
  'POST /single_sign_on',
  'PUT /single_sign_on',
  'POST /password_resets',
  'PUT /password_resets',
  'DELETE /sessions/:',
  'GET /users/:/terms_agreements',
  'GET /users/:/sessions',
  'DELETE /users/:/sessions',
  'GET /openapi.json',
];

describe('the list of routes', () => {
  it('has every file of routes; "npm run routes" makes it anew', () => {
    expect(readFileSync(ROUTES_FILE, 'utf8')).toBe(routesModule());
  });
});

describe('the routes of the API', () => {
  let routes: string[];
  beforeAll(async () => {
    const registered = (await withRoutes(() => build())).routes;
    routes = registered
      .filter((route) => route.includes(' /ga/api/v2/') && !route.startsWith('HEAD '))
      .map((route) => nameless(route.replace('/ga/api/v2', '')))
      .filter((route) => !route.startsWith('GET /docs'));
  });

  it('are there for every endpoint of the specification', () => {
    expect(ENDPOINTS.filter((endpoint) => !routes.includes(nameless(endpoint)))).toEqual([]);
  });

  it('are endpoints of the specification, or known beside them', () => {
    const known = new Set([...ENDPOINTS.map(nameless), ...BESIDE_THE_SPECIFICATION]);
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter((route) => !known.has(route))).toEqual([]);
  });
});

/** Parameters have names of their own in each place. */
function nameless(route: string): string {
  return route.replaceAll(/:\w+/g, ':');
}
