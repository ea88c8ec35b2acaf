import { beforeAll, describe, expect, it } from 'vitest';
import { TERMS } from '../api/sessions/support.ts';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { failed, onePage, TIME } from './support.ts';
import type { Row } from './support.ts';

const KINDS = {
  mailing_list: ['create', 'update', 'delete'],
  subscriber: ['create', 'update', 'delete', 'read', 'import', 'export'],
  segmentation_criteria: ['create', 'update', 'delete'],
  autoresponder: ['create', 'update', 'delete', 'update_state', 'read_stats'],
  web_form: ['create', 'update', 'delete'],
  custom_field: ['create', 'update', 'delete'],
  campaign: ['create', 'update', 'delete', 'send', 'update_state', 'read_stats'],
  'campaign/template': ['create', 'update', 'delete'],
  seed_list: ['create', 'update', 'delete'],
};

describe('users', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build({ terms: TERMS });
    own = await api.addOrganization();
  });

  const REQUIRED = { active: true, role: 'standard', password1: 'correct horse', password2: 'correct horse' };
  const create = (full_name: string, attributes: Row = {}, key = own.key) => {
    const email = `${full_name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    return api.call<Row>('POST', '/users', { user: { ...REQUIRED, full_name, email, ...attributes } }, key);
  };
  const get = (path: string, key = own.key) => api.call<Row[]>('GET', path, undefined, key);
  const names = async (path: string, key?: string) => (await get(path, key)).data.map(({ full_name }) => full_name);

  describe('the listings', () => {
    beforeAll(async () => {
      await create('bea Beta', { email: 'ZOE@example.com' });
      await create('Ann Alpha', { email: 'yan@example.com' });
      await create('Sys Admin', { role: 'organization_admin' }, api.admin);
    });

    it('GET /users', async () => {
      expect(await get('/users')).toMatchObject({ status: 200, ...onePage(2, 2000) });
      expect(await names('/users')).toEqual(['bea Beta', 'Ann Alpha']);
      expect(await names('/users', api.admin)).toEqual(['bea Beta', 'Ann Alpha', 'Sys Admin']);
      expect(await names('/users?order_by=full_name')).toEqual(['Ann Alpha', 'bea Beta']);
      expect(await names('/users?order_by=email')).toEqual(['Ann Alpha', 'bea Beta']);
      expect(await names('/users?full_name=ANN+alpha')).toEqual(['Ann Alpha']);
      expect(await names('/users?full_name_contains=BETA')).toEqual(['bea Beta']);
      expect(await names('/users?email=zoe@EXAMPLE.com')).toEqual(['bea Beta']);
      expect(await names('/users?email_contains=YAN')).toEqual(['Ann Alpha']);
      expect(await get('/users?order_by=role')).toMatchObject(failed('invalid_request'));
    });

    it('GET /organizations/:organization_id/users', async () => {
      const path = `/organizations/${own.id}/users`;
      expect(await names(path, api.admin)).toEqual(['bea Beta', 'Ann Alpha']);
      expect(await names(`${path}?email_contains=yan`, api.admin)).toEqual(['Ann Alpha']);
      expect(await names(path)).toEqual(['bea Beta', 'Ann Alpha']);
      expect(await get('/organizations/1/users')).toMatchObject(failed('not_found'));
    });
  });

  it('GET /users/:id', async () => {
    const { data } = await create('Show Me');
    expect((await get(`/users/${data.id}`)).data).toEqual(data);
    const other = await api.addOrganization();
    expect(await get(`/users/${data.id}`, other.key)).toMatchObject(failed('not_found'));
    expect((await get(`/users/${data.id}`, api.admin)).data).toEqual(data);
  });

  it('POST /users', async () => {
    const { status, data } = await create('New User');
    expect(status).toBe(200);
    expect(data).toEqual({
      id: data.id,
      full_name: 'New User',
      email: 'new.user@example.com',
      active: true,
      role: 'standard',
      show_quick_tips: true,
      mail_ended_jobs: true,
      default_preview_recipients: [],
      terms_and_conditions_version: null,
      default_html_editor: 'bee',
      permissions: Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []])),
      password_failure_lockout: { is_locked_out: false, expires_at: null },
    });
    const given = {
      show_quick_tips: false,
      mail_ended_jobs: true,
      default_preview_recipients: ['p@example.com'],
      terms_and_conditions_version: 3,
      default_html_editor: 'raw html',
      permissions: KINDS,
    };
    expect((await create('Every Thing', given)).data).toMatchObject(given);
    for (const missing of ['full_name', 'email', 'active', 'role', 'password1', 'password2']) {
      expect(await create('Missing', { [missing]: undefined })).toMatchObject(failed('validation_failed'));
    }
    expect(await create('Same', { email: 'NEW.USER@example.com' }, api.admin)).toMatchObject(
      failed('validation_failed'),
    );
    expect(await create('Idn', { email: 'a@bücher.example' })).toMatchObject(failed('validation_failed'));
    expect(await create('High', { role: 'system_admin' })).toMatchObject(failed('validation_failed'));
    expect((await create('Highest', { role: 'system_admin' }, api.admin)).data).toMatchObject({ role: 'system_admin' });
  });

  it('PUT /users/:id', async () => {
    const { data } = await create('Put Me', { default_preview_recipients: ['p@example.com'] });
    const put = (user: Row) => api.call<Row>('PUT', `/users/${data.id}`, { user }, own.key);
    expect((await put({ full_name: 'Was Put' })).data).toEqual({ ...data, full_name: 'Was Put' });
    expect((await put({ default_preview_recipients: null })).data).toMatchObject({ default_preview_recipients: [] });
    expect((await put({ terms_and_conditions_version: 1 })).data).toMatchObject({ terms_and_conditions_version: 1 });
    expect((await put({ terms_and_conditions_version: null })).data).toMatchObject({
      terms_and_conditions_version: null,
    });
    expect(await put({ default_html_editor: 'word' })).toMatchObject(failed('validation_failed'));
    expect(await put({ permissions: { seed_list: ['send'] } })).toMatchObject(failed('validation_failed'));
  });

  it('PUT /users/:id/reset_password_failure_lockout', async () => {
    const { id } = (await create('Locked Out')).data;
    const path = `/users/${id}/reset_password_failure_lockout`;
    const reset = () => api.call('PUT', path, {}, own.key);
    expect(await reset()).toMatchObject({ status: 200, data: { result: 'not_locked_out' } });
    await api.database.pool.query(`update users set locked_out_until = now() + interval '1 hour' where id = $1`, [id]);
    const locked = { password_failure_lockout: { is_locked_out: true, expires_at: TIME } };
    expect((await get(`/users/${id}`)).data).toMatchObject(locked);
    expect(await reset()).toMatchObject({ data: { result: 'lockout_cleared' } });
    const cleared = { password_failure_lockout: { is_locked_out: false, expires_at: null } };
    expect((await get(`/users/${id}`)).data).toMatchObject(cleared);
  });

  it('DELETE /users/:id', async () => {
    const { id } = (await create('Delete Me')).data;
    const remove = () => api.call('DELETE', `/users/${id}`, undefined, own.key);
    expect(await remove()).toMatchObject({ status: 200, success: true, data: null });
    expect(await remove()).toMatchObject(failed('not_found'));
  });
});
