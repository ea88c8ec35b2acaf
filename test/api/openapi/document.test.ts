import { Ajv2020 } from 'ajv/dist/2020.js';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../api/app.ts';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { documentOf, validateAnswers } from '../support/check-answers.ts';
import type { ApiDocument } from '../support/check-answers.ts';

/** The endpoints of the specification, whatever it calls the places in them. */
const ENDPOINTS = `
  GET /subscriber_imports
  GET /mailing_lists/{}/subscriber_imports
  POST /mailing_lists/{}/subscriber_imports
  GET /subscriber_imports/{}
  POST /subscriber_imports/{}/pause
  POST /subscriber_imports/{}/unpause
  POST /subscriber_imports/{}/cancel
  GET /subscriber_imports/{}/logs/{}
  GET /mailing_lists/{}/subscribers
  GET /mailing_lists/{}/subscribers/{}
  POST /mailing_lists/{}/subscribers
  PUT /mailing_lists/{}/subscribers/{}
  DELETE /mailing_lists/{}/subscribers/{}
  POST /mailing_lists/{}/subscribers/{}/trigger_autoresponders
  POST /subscribers/unsubscribe
  GET /subscribers_by_email/{}
  GET /mailing_lists/{}/subscribers_by_email/{}
  GET /organizations/all/subscribers_by_email/{}
  GET /organizations/{}/subscribers_by_email/{}
  GET /mailing_lists/{}/custom_fields
  GET /custom_fields
  GET /custom_fields/{}
  POST /mailing_lists/{}/custom_fields
  POST /custom_fields
  PUT /mailing_lists/{}/custom_fields/{}
  PUT /custom_fields/{}
  DELETE /mailing_lists/{}/custom_fields/{}
  DELETE /custom_fields/{}
  POST /custom_fields/promote
  GET /mailing_lists/{}/custom_fields/deleted
  GET /custom_fields/deleted
  GET /mailing_lists
  POST /mailing_lists
  PUT /mailing_lists/{}
  GET /mailing_lists/{}/delete_confirmation_code
  DELETE /mailing_lists/{}/confirmed/{}
  GET /mailing_lists/{}/campaign_statistics
  GET /segments
  GET /mailing_lists/{}/segments
  POST /mailing_lists/{}/segments
  GET /segments/{}
  PUT /segments/{}
  DELETE /segments/{}
  GET /templates
  GET /mailing_lists/{}/templates
  GET /templates/{}
  POST /mailing_lists/{}/templates
  PUT /templates/{}
  GET /seed_lists
  POST /seed_lists
  PUT /seed_lists/{}
  DELETE /seed_lists/{}
  GET /api_keys
  GET /organizations/{}/api_keys
  GET /api_keys/{}
  POST /api_keys
  POST /organizations/{}/api_keys
  PUT /api_keys/{}
  DELETE /api_keys/{}
  GET /subscriber_counts
  GET /organization/{}/subscriber_counts
  GET /jobs/all
  GET /jobs/unfinished
  GET /jobs/all_on_all_organizations
  GET /jobs/unfinished_on_all_organizations
  GET /organizations/{}/jobs/all
  GET /organizations/{}/jobs/unfinished
  GET /users
  GET /organizations/{}/users
  GET /users/{}
  POST /users
  PUT /users/{}
  PUT /users/{}/reset_password_failure_lockout
  DELETE /users/{}
`;

describe('the OpenAPI document', async () => {
  const api: TestApi = await build();
  let document: ApiDocument;
  beforeAll(async () => {
    document = await documentOf(api.app);
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
    );

  it('is served without a key', async () => {
    const response = await api.app.inject({ url: `${API_PREFIX}/openapi.json` });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: API_PREFIX }] });
  });

  it('breaks no rule that the linter recommends', async () => {
    const rules = {
      'info-license': 'off',
      'no-invalid-media-type-examples': 'error',
      'operation-tag-defined': 'error',
    } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('has every endpoint of the specification', () => {
    const described = operations().map(({ name }) => name.replace(/\{\w+\}/g, '{}'));
    const specified = ENDPOINTS.trim().split(/\n\s*/);
    expect(specified.filter((endpoint) => !described.includes(endpoint))).toEqual([]);
  });

  it('names each operation once, by what a client does with it', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter((id) => !VERBS.test(id))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const { paths } = document;
    expect(paths['/mailing_lists/{id}/subscriber_imports']!.post!.operationId).toBe('createSubscriberImport');
    expect(paths['/subscriber_imports']!.get!.operationId).toBe('listSubscriberImports');
    expect(paths['/subscriber_imports/{id}/pause']!.post!.operationId).toBe('pauseSubscriberImport');
    expect(paths['/subscribers_by_email/{email}']!.get!.operationId).toBe('findSubscribersByEmail');
  });

  it('has an example of each answer of a success, which is as the schema says', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
    ajv.addSchema(document, 'api');
    const wrong = operations().flatMap(({ name, operation }) =>
      Object.entries<any>(operation.responses[200]?.content ?? {}).flatMap(([type, { schema, example }]) => {
        // The failure next to a file: a caller reads its code and sentence.
        const types = Object.keys(operation.responses[200].content);
        if (type === 'application/json' && types.length > 1) return [];
        if (example === undefined) return [`${name} has no example of ${type}`];
        const validate = ajv.compile(withDocument(schema));
        return validate(example) ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('has an example of each failure with a status of its own, which is as the schema says', () => {
    const ajv = new Ajv2020({ strict: false });
    const responses = Object.entries<any>(document.components.responses);
    expect(responses.length).toBeGreaterThan(5);
    for (const [name, { content }] of responses) {
      const { schema, example } = content['application/json'];
      expect([name, example === undefined, ajv.validate(schema, example)]).toEqual([name, false, true]);
    }
  });

  it('says what each body holds, with an example', () => {
    const writing = operations().filter(({ name }) => /^(?:POST|PUT) /.test(name));
    const silent = writing.filter(
      ({ operation }) => operation.requestBody?.content['application/json']?.example == null,
    );
    // Nothing is sent to these.
    expect(silent.map(({ name }) => name).sort()).toEqual([
      'POST /import_undos/{id}/cancel',
      'POST /import_undos/{id}/pause',
      'POST /import_undos/{id}/unpause',
      'POST /jobs/{job_kind}/{id}/fail',
      'POST /jobs/{job_kind}/{id}/restart',
      'POST /jobs/{job_kind}/{id}/retry',
      'POST /jobs/{job_kind}/{id}/skip_chunk',
      'POST /jobs/{job_kind}/{id}/unblock',
      'POST /jobs/{job_kind}/{id}/unpause',
      'POST /mailing_lists/{id}/deletion/pause',
      'POST /mailing_lists/{id}/deletion/unpause',
      'POST /session',
      'POST /single_sign_on',
      'POST /subscriber_exports/{id}/cancel',
      'POST /subscriber_exports/{id}/pause',
      'POST /subscriber_exports/{id}/unpause',
      'POST /subscriber_imports/{id}/cancel',
      'POST /subscriber_imports/{id}/corrections/import',
      'POST /subscriber_imports/{id}/pause',
      'POST /subscriber_imports/{id}/start',
      'POST /subscriber_imports/{id}/unpause',
      'POST /suppressed_address_imports/{id}/cancel',
      'POST /suppressed_address_imports/{id}/pause',
      'POST /suppressed_address_imports/{id}/unpause',
      'POST /uploads',
      'POST /webhook_endpoints/{id}/attempts/{attempt_id}/redeliver',
      'POST /webhook_endpoints/{id}/rotate_secret',
      'POST /webhook_endpoints/{id}/test',
      'PUT /users/{id}/reset_password_failure_lockout',
    ]);
  });

  it('cannot be made when a route does not say what it is', async () => {
    const app = await buildApp({ config: api.config, logger: pino({ enabled: false }), jobs: api.jobs });
    expect(() => app.get(`${API_PREFIX}/secrets`, () => null)).toThrow(
      `The route GET ${API_PREFIX}/secrets is not described.`,
    );
    await app.close();
  });

  it('finds an answer that is not as it says', async () => {
    const stricter = structuredClone(document);
    stricter.components.schemas.ApiKey.required.push('color');
    const response = await api.inject({
      url: `${API_PREFIX}/api_keys`,
      headers: { authorization: `Basic ${api.admin}` },
    });
    expect(() => validateAnswers(stricter)('GET', '/api_keys', response)).toThrow(/GET \/api_keys answered 200.*color/);
  });
});

const VERBS = new RegExp(
  '^(?:list|get|find|analyze|watch|count|create|continue|update|delete|download|pause|unpause|cancel|promote|fail|redeliver|reset|restart|retry|rotate|skip|start|trigger|unblock|undo|unsubscribe)' +
    '(?:[A-Z][a-z]+)+$',
);

/** A schema whose references lead to the document. */
function withDocument(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
}

describe('the page that shows the document', async () => {
  const api = await build();
  const get = (path: string) => api.app.inject({ url: `${API_PREFIX}/docs${path}` });

  it('is served without a key, and needs nothing from elsewhere', async () => {
    const page = await get('');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(link).toMatch(/^\/ga\/api\/v2\/docs\/static\//);
      expect((await api.app.inject({ url: link })).statusCode).toBe(200);
    }
  });

  it('shows the document', async () => {
    expect((await get('/json')).json()).toEqual(await documentOf(api.app));
  });
});
