import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '../../../engine/db/core/slonik.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

const MISMATCHED = sql.type(z.object({ answer: z.number() }))`select ${'private@example.com'} as answer`;

describe('requests', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build({ maxBodyBytes: 2000 }, (app) => {
      app.get('/fault', () => {
        throw new Error('secret detail of the inside');
      });
      app.get('/database-fault', () => app.service.db.one(MISMATCHED));
    });
  });

  const post = (payload: string, type?: string) =>
    api.inject({
      method: 'POST',
      url: '/ga/api/v2/mailing_lists',
      headers: { authorization: `Basic ${api.admin}`, ...(type === undefined ? {} : { 'content-type': type }) },
      payload,
    });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'text/plain',
    undefined,
  ])('reads a body of type %s as JSON', async (type) => {
    const response = await post(JSON.stringify({ mailing_list: { name: `List ${type}` } }), type);
    expect(response.json()).toMatchObject({ success: true, error_code: null, error_message: null });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['broken JSON', '{"mailing_list": {', 'application/json', 'the body is not valid JSON'],
    ['a polluting key', '{"__proto__": {"a": 1}}', 'application/json', 'the body is not valid JSON'],
    ['a form', 'name=News', 'application/x-www-form-urlencoded', 'the body must be JSON, of type application/json'],
    ['a senseless type', '{}', 'nonsense', 'the request could not be read'],
  ])('answers 400 invalid_request to %s', async (_, payload, type, message) => {
    const response = await post(payload, type);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      success: false,
      data: null,
      error_code: 'invalid_request',
      error_message: message,
    });
  });

  it('answers 413 invalid_request to a body beyond the limit', async () => {
    const response = await post(JSON.stringify({ mailing_list: { name: 'x'.repeat(3000) } }), 'application/json');
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({
      success: false,
      data: null,
      error_code: 'invalid_request',
      error_message: 'the body is larger than the 2000 bytes that this path takes',
    });
  });

  it.each([
    ['no body', undefined],
    ['an array', []],
    ['no wrapper key', { title: 'News' }],
    ['a wrapper that is no hash', { mailing_list: 'News' }],
    ['a null wrapper', { mailing_list: null }],
  ])('answers invalid_request to %s', async (_, body) => {
    expect(await api.call('POST', '/mailing_lists', body)).toMatchObject({
      status: 200,
      success: false,
      error_code: 'invalid_request',
      error_message: 'the body must be a JSON object with the key mailing_list',
    });
  });

  it.each([
    ['GET', '/ga/api/v2/nothing'],
    ['GET', '/'],
    ['DELETE', '/ga/api/v2/mailing_lists'],
    ['POST', '/ga/api/v1/mailing_lists'],
  ] as const)('answers 404 not_found to %s %s', async (method, url) => {
    const response = await api.inject({ method, url, payload: '{broken' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      success: false,
      data: null,
      error_code: 'not_found',
      error_message: 'no such path',
    });
  });

  it('answers 400 to a path that cannot be decoded', async () => {
    const response = await api.inject({ method: 'GET', url: '/ga/api/v2/mailing_lists/%E0%A4%A/subscribers' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, error_code: 'invalid_request' });
  });

  it.each(['0', '-1', 'abc', '1.5', '999999999999999', '99999999999999999999', '1%00'])(
    'knows no list with the id %s',
    async (id) => {
      for (const path of ['custom_fields', 'subscribers', 'subscriber_imports']) {
        expect(await api.call('GET', `/mailing_lists/${id}/${path}`)).toMatchObject({
          status: 200,
          success: false,
          data: null,
          error_code: 'not_found',
          error_message: 'mailing list not found',
        });
      }
    },
  );

  it('says nothing of the inside when a fault is ours, and logs it under the request id', async () => {
    const response = await api.inject({ method: 'GET', url: '/fault' });
    expect(response.statusCode).toBe(500);
    const { error_code, error_message, data } = response.json<Record<string, string>>();
    expect({ error_code, data }).toEqual({ error_code: 'internal_error', data: null });
    expect(error_message).not.toContain('secret detail');

    const id = /[0-9a-f-]{36}/.exec(error_message ?? '')?.[0] ?? 'none';
    const line = api.log.find((entry) => entry.includes(id) && entry.includes('secret detail'));
    expect(line).toContain('"stack"');
  });

  it('logs what went wrong in the database, but no row and no parameter', async () => {
    const response = await api.inject({ method: 'GET', url: '/database-fault' });
    expect(response.statusCode).toBe(500);
    expect(api.log.join('')).toContain('SchemaValidationError');
    expect(api.log.join('')).not.toContain('private@example.com');
  });

  it('logs the pattern of a route and not the addresses in its URL', async () => {
    await api.call('GET', '/mailing_lists/1/subscribers/somebody@example.com');
    expect(api.log.join('')).toContain('/mailing_lists/:id/subscribers/:name');
    expect(api.log.join('')).not.toContain('somebody');
  });

  it('tells that it is up and ready without a credential', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const response = await api.inject({ method: 'GET', url });
      expect(response.json()).toMatchObject({ success: true });
    }
  });
});
