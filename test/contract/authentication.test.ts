import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { TestApi } from '../api/support/build.ts';
import { isSystemAdminsOnly } from './permissions.ts';
import { ENDPOINTS } from './rows.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

describe('authentication', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
  });

  const user = (role: string, key: string) => {
    const attributes = { full_name: 'Ann', email: `${role}${++users}@example.com`, active: true, role };
    const body = { user: { ...attributes, password1: 'correct horse', password2: 'correct horse' } };
    return api.call<Row>('POST', '/users', body, key);
  };
  let users = 0;

  describe('authentication: Basic credential of a key on every request', () => {
    it.each(ENDPOINTS)('%s is refused without', async (row) => {
      const [method, path] = row.split(' ') as ['GET', string];
      const url = `/ga/api/v2${path.replaceAll(/:\w+/g, '1')}`;
      const answers = [undefined, 'Basic', `Bearer ${own.key}`, 'Basic bm9ib2R5'].map((authorization) =>
        api.inject({ method, url, ...(authorization !== undefined && { headers: { authorization } }) }),
      );
      for (const answer of await Promise.all(answers)) {
        expect({ ...answer.json<Row>(), status: answer.statusCode }).toEqual(failed('not_authorized', 401));
        expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
      }
    });
  });

  it('authentication: inactive keys are refused', async () => {
    const inactive = await api.addKey(own.id, 'organization_admin', false);
    expect(await api.call('GET', '/mailing_lists', undefined, inactive)).toMatchObject(failed('not_authorized', 401));
  });

  it('authentication: two roles of keys, three of users', async () => {
    const key = (role: string) => api.call<Row>('POST', '/api_keys', { api_key: { name: role, role } });
    for (const role of ['system_admin', 'organization_admin']) expect((await key(role)).data).toMatchObject({ role });
    expect(await key('standard')).toMatchObject(failed('validation_failed'));
    for (const role of ['system_admin', 'organization_admin', 'standard']) {
      expect((await user(role, api.admin)).data).toMatchObject({ role });
    }
    expect(await user('root', api.admin)).toMatchObject(failed('validation_failed'));

    const systemOnly = ENDPOINTS.filter((row) => isSystemAdminsOnly(row) && row.startsWith('GET'));
    expect(systemOnly).toHaveLength(7);
    for (const row of systemOnly) {
      const path = row
        .slice('GET '.length)
        .replaceAll(/:organization_id/g, String(own.id))
        .replace(':email', 'a@b.com');
      expect(await api.call('GET', path, undefined, own.key)).toMatchObject(failed('not_authorized', 403));
      expect(await api.call('GET', path)).toMatchObject({ status: 200, success: true });
    }
  });

  it('authentication: permissions and lockout of users', async () => {
    const { data } = await user('standard', own.key);
    expect(Object.keys(data.permissions as Row)).toHaveLength(9);
    expect(data.password_failure_lockout).toEqual({ is_locked_out: false, expires_at: null });
  });
});
