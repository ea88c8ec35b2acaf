import { verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { usersOf } from './support.ts';

describe('users', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  let orgAdmin: string;
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization({ timeZone: 'America/Chicago' });
    orgAdmin = await api.addKey(1, 'organization_admin');
  });
  const { create, update, show, remove, reset } = usersOf(() => api);

  const hashOf = async (id: number): Promise<string> => {
    const { rows } = await api.database.pool.query('select password_hash from users where id = $1', [id]);
    return String(rows[0].password_hash);
  };

  describe('GET /users/:id', () => {
    it('answers one user', async () => {
      const { data } = await create({}, orgAdmin);
      expect((await show(data.id, orgAdmin)).data).toEqual(data);
    });

    it('reaches any organization for a system administrator', async () => {
      const { data } = await create({}, other.key);
      expect((await show(data.id)).data).toEqual(data);
    });
  });

  describe('PUT /users/:id', () => {
    it('changes any attribute that is sent and keeps the rest', async () => {
      const { data } = await create({ permissions: { campaign: ['send'] } });
      const changes = [
        { full_name: 'Bob' },
        { email: 'bob@example.com' },
        { active: false },
        { role: 'organization_admin' },
        { show_quick_tips: false },
        { default_preview_recipients: ['x@example.com'] },
        { default_html_editor: 'tinymce' },
      ];
      let expected = data;
      for (const change of changes) {
        expected = { ...expected, ...change };
        expect((await update(data.id, change)).data).toEqual(expected);
      }
      expect((await update(data.id, {})).data).toEqual(expected);
      expect((await show(data.id)).data).toEqual(expected);
    });

    it('keeps the permissions that are not sent', async () => {
      const { data } = await create({ permissions: { campaign: ['send'], seed_list: ['create'] } });
      const answer = await update(data.id, { permissions: { seed_list: ['delete'] } });
      expect(answer.data.permissions).toEqual({ ...(data.permissions as object), seed_list: ['delete'] });
    });

    it('clears preview recipients with null', async () => {
      const { data } = await create({ default_preview_recipients: ['a@example.com'] });
      expect((await update(data.id, { default_preview_recipients: null })).data.default_preview_recipients).toEqual([]);
    });

    it('takes the record as it was shown', async () => {
      const { data } = await create();
      expect((await update(data.id, data)).data).toEqual(data);
    });

    it('keeps the password unless a new one is sent twice', async () => {
      const { data } = await create();
      const before = await hashOf(data.id);
      await update(data.id, { full_name: 'Bob', password1: null });
      expect(await hashOf(data.id)).toBe(before);
      await update(data.id, { password1: 'battery staple', password2: 'battery staple' });
      expect(await verify(await hashOf(data.id), 'battery staple')).toBe(true);
    });

    it.each([
      [{ full_name: null }, 'full_name cannot be blank'],
      [{ email: null }, 'email cannot be blank'],
      [{ email: 'Taken@example.com' }, 'email has already been taken'],
      [{ active: null }, 'active cannot be blank'],
      [{ role: null }, 'role cannot be blank'],
      [{ role: 'none' }, 'role must be one of system_admin, organization_admin, standard'],
      [{ password1: 'battery staple' }, 'password2 cannot be blank'],
      [{ password2: 'battery staple' }, 'password1 cannot be blank'],
      [{ password1: 'short', password2: 'short' }, 'password1 is too short (minimum is 8 characters)'],
      [{ permissions: { robots: [] } }, 'permissions.robots is not a kind of permission'],
    ])('refuses %j and changes nothing', async (attributes, message) => {
      await create({ email: 'taken@example.com' });
      const { data } = await create();
      const before = await hashOf(data.id);
      expect(await update(data.id, { show_quick_tips: false, ...attributes })).toMatchObject({
        status: 200,
        success: false,
        data: null,
        error_code: 'validation_failed',
        error_message: message,
      });
      expect((await show(data.id)).data).toEqual(data);
      expect(await hashOf(data.id)).toBe(before);
    });

    it('changes one of two users who ask for one address at once', async () => {
      const [first, second] = [await create(), await create()];
      const answers = await Promise.all(
        [first, second].map(({ data }) => update(data.id, { email: 'both@example.com' })),
      );
      expect(answers.map(({ error_code }) => error_code).sort()).toEqual([null, 'validation_failed'].sort());
    });

    it('changes the letters of its own address', async () => {
      const { data } = await create({ email: 'own@example.com' });
      expect((await update(data.id, { email: 'OWN@example.com' })).data.email).toBe('OWN@example.com');
    });

    it('answers invalid_request without the wrapper key', async () => {
      const { data } = await create();
      expect(await api.call('PUT', `/users/${data.id}`, { nonsense: 'Bob' })).toMatchObject({
        error_code: 'invalid_request',
      });
    });

    it('makes nobody a system administrator on another organization', async () => {
      const { data } = await create({}, other.key);
      expect((await update(data.id, { role: 'system_admin' })).error_message).toBe(
        'role can be system_admin on the System Organization only',
      );
    });
  });

  it('keeps organization administrators from changing, though not from seeing, a system administrator', async () => {
    const { data } = await create({ role: 'system_admin' });
    expect((await show(data.id, orgAdmin)).data).toEqual(data);
    const password = { password1: 'taken over', password2: 'taken over' };
    for (const answer of [
      await update(data.id, password, orgAdmin),
      await reset(data.id, orgAdmin),
      await remove(data.id, orgAdmin),
    ]) {
      expect(answer).toMatchObject({ status: 403, success: false, data: null, error_code: 'not_authorized' });
    }
    expect((await show(data.id)).data).toEqual(data);
  });

  describe('PUT /users/:id/reset_password_failure_lockout', () => {
    const lockOut = (id: number, until: string) =>
      api.database.pool.query(`update users set locked_out_until = $2 where id = $1`, [id, until]);

    it('answers lockout_cleared for a user who was locked out, and lets him in', async () => {
      const { data } = await create();
      await lockOut(data.id, '2999-12-31T23:00:00Z');
      expect((await show(data.id)).data.password_failure_lockout).toEqual({
        is_locked_out: true,
        expires_at: '2999-12-31T23:00:00Z',
      });
      expect(await reset(data.id)).toMatchObject({ success: true, data: { result: 'lockout_cleared' } });
      expect((await show(data.id)).data).toEqual(data);
    });

    it('answers not_locked_out for everybody else', async () => {
      const { data } = await create();
      expect(await reset(data.id)).toMatchObject({ success: true, data: { result: 'not_locked_out' } });
      await lockOut(data.id, '2020-01-01T00:00:00Z');
      expect((await show(data.id)).data).toEqual(data);
      expect(await reset(data.id)).toMatchObject({ data: { result: 'not_locked_out' } });
    });

    it("shows the end of a lockout in the caller's time zone", async () => {
      const { data } = await create({}, other.key);
      await lockOut(data.id, '2999-12-31T23:00:00Z');
      expect((await show(data.id, other.key)).data.password_failure_lockout).toMatchObject({
        expires_at: '2999-12-31T17:00:00-06:00',
      });
    });
  });

  it('DELETE /users/:id answers an empty success, and frees the address', async () => {
    const { data } = await create({ email: 'gone@example.com' });
    expect(await remove(data.id)).toMatchObject({ status: 200, success: true, data: null, error_code: null });
    expect(await remove(data.id)).toMatchObject({ error_code: 'not_found' });
    expect((await create({ email: 'gone@example.com' })).success).toBe(true);
  });

  it.each(['999999', '0', 'x', '9'.repeat(30)])('answers not_found to the id %s', async (id) => {
    for (const answer of [await show(id), await update(id, {}), await reset(id), await remove(id)]) {
      expect(answer).toMatchObject({ status: 200, success: false, data: null, error_code: 'not_found' });
    }
  });

  it("answers not_found to another organization's user", async () => {
    const { data } = await create();
    for (const answer of [
      await show(data.id, other.key),
      await update(data.id, { full_name: 'x' }, other.key),
      await reset(data.id, other.key),
      await remove(data.id, other.key),
    ]) {
      expect(answer).toMatchObject({ error_code: 'not_found', error_message: 'user not found' });
    }
    expect((await show(data.id)).data).toEqual(data);
  });
});
