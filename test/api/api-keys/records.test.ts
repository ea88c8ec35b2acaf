import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

interface Key {
  id: number;
  api_key: string;
  [name: string]: unknown;
}

describe('API keys', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  let orgAdmin: string;
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
    orgAdmin = await api.addKey(1, 'organization_admin');
  });

  const create = (attributes: object, key?: string, path = '/api_keys') =>
    api.call<Key>('POST', path, { api_key: attributes }, key);
  const update = (id: unknown, attributes: object, key?: string) =>
    api.call<Key>('PUT', `/api_keys/${String(id)}`, { api_key: attributes }, key);
  const show = (id: unknown, key?: string) => api.call<Key>('GET', `/api_keys/${String(id)}`, undefined, key);
  const remove = (id: unknown, key?: string) => api.call('DELETE', `/api_keys/${String(id)}`, undefined, key);

  describe('POST /api_keys', () => {
    it('answers the record in order, with its defaults, when only a name is given', async () => {
      const { status, data } = await create({ name: '  Primary ' });
      expect(status).toBe(200);
      expect(Object.entries(data)).toEqual([
        ['id', data.id],
        ['name', 'Primary'],
        ['role', 'organization_admin'],
        ['active', true],
        ['api_key', data.api_key],
      ]);
      expect(Buffer.from(data.api_key, 'base64').toString()).toMatch(/^1:[0-9a-f]{40}$/);
    });

    it('makes a credential that calls the API for its organization', async () => {
      const { data } = await create({ name: 'Theirs' }, other.key);
      expect(Buffer.from(data.api_key, 'base64').toString()).toMatch(new RegExp(`^${other.id}:`));
      const { data: keys } = await api.call<Key[]>('GET', '/api_keys', undefined, data.api_key);
      expect(keys.map(({ id }) => id)).toContain(data.id);
    });

    it('keeps the credential out of the database but for a hash and an encrypted copy', async () => {
      const { data } = await create({ name: 'Secret' });
      const { rows } = await api.database.pool.query('select * from api_keys where id = $1', [data.id]);
      const stored = Object.values<unknown>(rows[0])
        .map((value) => (value instanceof Buffer ? value.toString('latin1') : JSON.stringify(value)))
        .join();
      const [, secret = ''] = Buffer.from(data.api_key, 'base64').toString().split(':');
      expect(stored).not.toContain(data.api_key);
      expect(stored).not.toContain(secret);
      expect(api.log.join('')).not.toContain(data.api_key);
    });

    it('ignores an api_key and an id that are sent', async () => {
      const { data } = await create({ name: 'Chosen', id: 7777, api_key: 'MTp4' });
      expect(data.id).not.toBe(7777);
      expect(data.api_key).not.toBe('MTp4');
    });

    it('takes the name of another key', async () => {
      expect((await create({ name: 'Primary' })).success).toBe(true);
    });

    it.each([
      ['POST without a name', {}, 'name cannot be blank'],
      ['Limits: API key name, 1 to 100 characters: 0', { name: '' }, 'name cannot be blank'],
      ['Limits: API key name, 1 to 100 characters: blank', { name: '   ' }, 'name cannot be blank'],
      [
        'Limits: API key name, 1 to 100 characters: 101',
        { name: 'x'.repeat(101) },
        'name is too long (maximum is 100 characters)',
      ],
      ['a name of a wrong type', { name: 7 }, 'name must be a string'],
      ['a NUL in the name', { name: 'a\0' }, 'name has characters that cannot be stored'],
      ['a role that is none', { name: 'x', role: 'king' }, 'role must be one of system_admin, organization_admin'],
      ['the role of users', { name: 'x', role: 'standard' }, 'role must be one of system_admin, organization_admin'],
      ['active of a wrong type', { name: 'x', active: 'maybe' }, 'active must be true or false'],
      ['two mistakes', { active: 2 }, 'name cannot be blank; active must be true or false'],
    ])('refuses %s', async (_, attributes, message) => {
      expect(await create(attributes)).toMatchObject({
        status: 200,
        success: false,
        data: null,
        error_code: 'validation_failed',
        error_message: message,
      });
    });

    it('takes a name of 100 characters', async () => {
      expect((await create({ name: 'x'.repeat(100) })).data.name).toHaveLength(100);
    });

    it.each([[undefined], [{}], [{ api_key: 'Primary' }], [{ nonsense: 'x' }], [[]]])(
      'answers invalid_request to the body %j',
      async (body) => {
        expect(await api.call('POST', '/api_keys', body)).toMatchObject({ error_code: 'invalid_request' });
      },
    );
  });

  describe('the role system_admin', () => {
    it('is given on the System Organization by a system administrator', async () => {
      expect((await create({ name: 'Root', role: 'system_admin' })).data.role).toBe('system_admin');
    });

    it('is not given by an organization administrator of the System Organization', async () => {
      expect(await create({ name: 'Root', role: 'system_admin' }, orgAdmin)).toMatchObject({
        error_code: 'validation_failed',
        error_message: 'role can be set to system_admin by a system administrator only',
      });
      const { data } = await create({ name: 'Mine' }, orgAdmin);
      expect(await update(data.id, { role: 'system_admin' }, orgAdmin)).toMatchObject({
        error_code: 'validation_failed',
      });
    });

    it('is not given on another organization, whoever asks', async () => {
      const path = `/organizations/${other.id}/api_keys`;
      for (const answer of [
        await create({ name: 'x', role: 'system_admin' }, api.admin, path),
        await create({ name: 'x', role: 'system_admin' }, other.key),
      ]) {
        expect(answer.error_message).toBe('role can be system_admin on the System Organization only');
      }
      const { data } = await create({ name: 'x' }, other.key);
      expect(await update(data.id, { role: 'system_admin' })).toMatchObject({ error_code: 'validation_failed' });
    });

    it('hides a key from other callers on GET, PUT and DELETE /api_keys/:id', async () => {
      const { data } = await create({ name: 'Root', role: 'system_admin' });
      for (const answer of [
        await show(data.id, orgAdmin),
        await update(data.id, { active: false }, orgAdmin),
        await remove(data.id, orgAdmin),
      ]) {
        expect(answer).toMatchObject({ status: 200, success: false, data: null, error_code: 'not_found' });
      }
      expect((await show(data.id)).data).toEqual(data);
    });
  });

  describe('POST /organizations/:organization_id/api_keys', () => {
    it.each(['organizations', 'organization'])('adds a key to the organization under /%s', async (word) => {
      const { data } = await create({ name: 'For them' }, api.admin, `/${word}/${other.id}/api_keys`);
      expect(Buffer.from(data.api_key, 'base64').toString()).toMatch(new RegExp(`^${other.id}:`));
      expect((await show(data.id, other.key)).data).toEqual(data);
    });

    it('is for system administrators only', async () => {
      expect(await create({ name: 'x' }, other.key, `/organizations/${other.id}/api_keys`)).toMatchObject({
        status: 403,
        error_code: 'not_authorized',
      });
    });

    it.each(['999999', '0', 'x', '-1', '9'.repeat(30)])('answers not_found to the organization %s', async (id) => {
      const answer = await create({ name: 'x' }, api.admin, `/organizations/${id}/api_keys`);
      expect(answer).toMatchObject({ status: 200, error_code: 'not_found' });
    });
  });

  describe('GET /api_keys/:id', () => {
    it('answers one key, with its credential', async () => {
      const { data } = await create({ name: 'One' }, other.key);
      expect((await show(data.id, other.key)).data).toEqual(data);
    });

    it('reaches any organization for a system administrator', async () => {
      const { data } = await create({ name: 'One' }, other.key);
      expect((await show(data.id)).data).toEqual(data);
    });

    it('shows null for a credential of which only the hash is known', async () => {
      const { data } = await create({ name: 'Old' });
      await api.database.pool.query('update api_keys set encrypted_credential = null where id = $1', [data.id]);
      expect((await show(data.id)).data).toEqual({ ...data, api_key: null });
    });
  });

  describe('PUT /api_keys/:id', () => {
    it('changes what is sent and keeps the rest', async () => {
      const { data } = await create({ name: 'Before' });
      expect((await update(data.id, { name: 'After' })).data).toEqual({ ...data, name: 'After' });
      expect((await update(data.id, { active: '0' })).data).toEqual({ ...data, name: 'After', active: false });
      expect((await update(data.id, { role: 'system_admin' })).data.role).toBe('system_admin');
      expect((await update(data.id, {})).data.name).toBe('After');
    });

    it.each([
      [{ name: null }, 'name cannot be blank'],
      [{ name: 'x'.repeat(101) }, 'name is too long (maximum is 100 characters)'],
      [{ role: 'standard' }, 'role must be one of system_admin, organization_admin'],
      [{ active: 'no' }, 'active must be true or false'],
    ])('refuses %j and changes nothing', async (attributes, message) => {
      const { data } = await create({ name: 'Same' });
      expect(await update(data.id, attributes)).toMatchObject({
        error_code: 'validation_failed',
        error_message: message,
      });
      expect((await show(data.id)).data).toEqual(data);
    });

    it('answers invalid_request without the wrapper key', async () => {
      const { data } = await create({ name: 'Same' });
      expect(await api.call('PUT', `/api_keys/${data.id}`, { nonsense: 'x' })).toMatchObject({
        error_code: 'invalid_request',
      });
    });
  });

  it('DELETE /api_keys/:id answers an empty success, and then not_found', async () => {
    const { data } = await create({ name: 'Gone' });
    expect(await remove(data.id)).toMatchObject({ status: 200, success: true, data: null, error_code: null });
    expect(await remove(data.id)).toMatchObject({ error_code: 'not_found' });
    expect(await show(data.id)).toMatchObject({ error_code: 'not_found' });
  });

  it.each(['999999', '0', 'x', '1.5', '%00', '9'.repeat(30)])('answers not_found to the id %s', async (id) => {
    for (const answer of [await show(id), await update(id, { name: 'x' }), await remove(id)]) {
      expect(answer).toMatchObject({ status: 200, success: false, data: null, error_code: 'not_found' });
    }
  });

  it("answers not_found to another organization's key", async () => {
    const { data } = await create({ name: 'Ours' });
    for (const answer of [
      await show(data.id, other.key),
      await update(data.id, { name: 'x' }, other.key),
      await remove(data.id, other.key),
    ]) {
      expect(answer).toMatchObject({ error_code: 'not_found', error_message: 'API key not found' });
    }
    expect((await show(data.id)).data).toEqual(data);
  });
});
