import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { failed, onePage } from './support.ts';
import type { Row } from './support.ts';

const KEYS = ['id', 'name', 'role', 'active', 'api_key'];

describe('API keys', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
    for (const name of ['beta', 'Alpha']) await create({ name }, own.key);
  });
  const create = (api_key: Row, key?: string, path = '/api_keys') => api.call<Row>('POST', path, { api_key }, key);
  const get = (path: string, key?: string) => api.call<Row[]>('GET', path, undefined, key);
  const names = async (path: string, key = own.key) => (await get(path, key)).data.map(({ name }) => name as string);
  const works = async (key: unknown) => (await get('/api_keys', String(key))).status === 200;

  it('GET /api_keys', async () => {
    const answer = await get('/api_keys', own.key);
    expect(answer).toMatchObject({ status: 200, ...onePage(3, 100) });
    expect(answer.data.map((record) => Object.keys(record))).toEqual([KEYS, KEYS, KEYS]);
    expect(await names('/api_keys')).toEqual(['test', 'beta', 'Alpha']);
    expect(await names('/api_keys?order_by=name')).toEqual(['Alpha', 'beta', 'test']);
    expect(await names('/api_keys?name=ALPHA')).toEqual(['Alpha']);
    expect(await names('/api_keys?name_contains=ET')).toEqual(['beta']);
    expect(await get('/api_keys?order_by=role', own.key)).toMatchObject(failed('invalid_request'));

    const low = await api.addKey(1, 'organization_admin');
    expect((await get('/api_keys', low)).data.map(({ role }) => role)).not.toContain('system_admin');
    expect((await get('/api_keys')).data.map(({ role }) => role)).toContain('system_admin');
  });

  it('GET /organizations/:organization_id/api_keys', async () => {
    const path = `/organizations/${own.id}/api_keys`;
    expect(await names(path, api.admin)).toEqual(['test', 'beta', 'Alpha']);
    expect(await names(`${path}?name=beta`, api.admin)).toEqual(['beta']);
    expect(await get(path, own.key)).toMatchObject(failed('not_authorized', 403));
    expect(await get('/organizations/999999/api_keys')).toMatchObject(failed('not_found'));
  });

  it('GET /api_keys/:id', async () => {
    const { data } = await create({ name: 'One' }, own.key);
    expect((await get(`/api_keys/${data.id}`, own.key)).data).toEqual(data);
    const system = await create({ name: 'System', role: 'system_admin' });
    const low = await api.addKey(1, 'organization_admin');
    expect(await get(`/api_keys/${system.data.id}`, low)).toMatchObject(failed('not_found'));
  });

  it('POST /api_keys', async () => {
    const { status, data } = await create({ name: 'Primary' }, own.key);
    expect(status).toBe(200);
    expect(data).toEqual({
      id: data.id,
      name: 'Primary',
      role: 'organization_admin',
      active: true,
      api_key: expect.any(String),
    });
    expect(await works(data.api_key)).toBe(true);
    const given = { name: 'Given', role: 'system_admin', active: false };
    expect((await create(given)).data).toMatchObject(given);
    expect(await create(given, own.key)).toMatchObject(failed('validation_failed'));
    const low = await api.addKey(1, 'organization_admin');
    expect(await create(given, low)).toMatchObject(failed('validation_failed'));
  });

  it('POST /organizations/:organization_id/api_keys', async () => {
    const path = `/organizations/${own.id}/api_keys`;
    const { data } = await create({ name: 'Theirs' }, api.admin, path);
    expect(data).toMatchObject({ name: 'Theirs', role: 'organization_admin' });
    expect((await get(`/api_keys/${data.id}`, own.key)).data).toEqual(data);
    expect(await create({ name: 'x', role: 'system_admin' }, api.admin, path)).toMatchObject(
      failed('validation_failed'),
    );
    expect(await create({ name: 'x' }, own.key, path)).toMatchObject(failed('not_authorized', 403));
  });

  it('PUT /api_keys/:id', async () => {
    const { data } = await create({ name: 'Changing' }, own.key);
    const put = (api_key: Row, key = own.key) => api.call<Row>('PUT', `/api_keys/${data.id}`, { api_key }, key);
    expect((await put({ active: false })).data).toEqual({ ...data, active: false });
    expect(await works(data.api_key)).toBe(false);
    expect((await put({ name: 'Changed', active: true })).data).toEqual({ ...data, name: 'Changed' });
    expect(await put({ role: 'system_admin' }, api.admin)).toMatchObject(failed('validation_failed'));
  });

  it('DELETE /api_keys/:id', async () => {
    const { data } = await create({ name: 'Gone' }, own.key);
    const remove = () => api.call('DELETE', `/api_keys/${data.id}`, undefined, own.key);
    expect(await remove()).toMatchObject({ status: 200, success: true, data: null });
    expect(await works(data.api_key)).toBe(false);
    expect(await remove()).toMatchObject(failed('not_found'));
  });
});
