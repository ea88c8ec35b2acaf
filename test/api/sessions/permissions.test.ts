import { beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../../../api/http/access.ts';
import type { Route } from '../../../api/http/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import { PERMISSIONS } from '../../../engine/domain/permissions.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { cookieOf, sessionsOf } from './support.ts';

const ALL: readonly Route[] = ROUTES.flat();
const nameOf = ({ operation }: Route) => operation.operationId;
const forAdmins = ALL.filter(({ operation: { role, permission } }) => role !== undefined || permission === undefined);
const guarded = ALL.filter(
  (route) => !forAdmins.includes(route) && permissionsOf(route.operation.permission).length > 0,
);
/** A stream of events does not end. */
const isStream = ({ operation: { files } }: Route) => files !== undefined && 'text/event-stream' in files;

describe('a user of the role standard', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });
  const { person, send, signIn } = sessionsOf(() => api);
  const call = ({ method, path }: Route, cookie: string) =>
    send(method as 'GET', path.replaceAll(/:\w+/g, '1'), cookie, {}, method === 'GET' ? undefined : {});
  const refusedTo = async (cookie: string, routes: readonly Route[]) => {
    const refused: string[] = [];
    for (const route of routes) if ((await call(route, cookie)).statusCode === 403) refused.push(nameOf(route));
    return refused;
  };

  it('may call nothing that names users, keys, webhooks or other organizations, with all permissions there are', async () => {
    const { cookie } = await person({ permissions: PERMISSIONS });
    expect(await refusedTo(cookie, forAdmins)).toEqual(forAdmins.map(nameOf));
    const paths = forAdmins.filter(({ operation }) => operation.role === undefined).map(({ path }) => path);
    expect([...new Set(paths.map((path) => path.split('/')[1]))]).toEqual([
      'api_keys',
      'session',
      'users',
      'organizations',
      'webhook_endpoints',
    ]);
    expect(
      await refusedTo(
        cookie,
        guarded.filter((route) => !isStream(route)),
      ),
    ).toEqual([]);
  });

  it('may call only what every user may without a permission', async () => {
    const { cookie } = await person({ permissions: {} });
    const refused = ALL.filter((route) => forAdmins.includes(route) || guarded.includes(route));
    // The call that ends the session is among those that every user may make.
    const called = ALL.filter(
      (route) => nameOf(route) !== 'deleteCurrentSession' && (!isStream(route) || refused.includes(route)),
    );
    expect(await refusedTo(cookie, called)).toEqual(refused.map(nameOf));
    const answer = await send('DELETE', '/mailing_lists/1/subscribers/1', cookie);
    expect(answer.json()).toMatchObject({
      error_code: 'not_authorized',
      error_message: 'this needs the permission subscriber.delete',
    });
  });

  it.each([
    'subscriber.read',
    'subscriber.import',
    'subscriber.export',
    'mailing_list.delete',
    'campaign/template.update',
  ])('with the permission %s may call what declares it, and no more', async (permission) => {
    const [kind = '', action = ''] = permission.split('.');
    const { cookie } = await person({ permissions: { [kind]: [action] } });
    const declared = (route: Route) => permissionsOf(route.operation.permission).some((each) => each === permission);
    const called = guarded.filter((route) => !isStream(route) || !declared(route));
    expect(called.filter(declared).length).toBeGreaterThan(0);
    expect(await refusedTo(cookie, called)).toEqual(called.filter((route) => !declared(route)).map(nameOf));
  });

  it('loses a permission with the next call, which needs a new session', async () => {
    const { id, email, cookie } = await person({ permissions: { seed_list: ['create'] } });
    const create = async (name: string, cookie: string) =>
      (await send('POST', '/seed_lists', cookie, {}, { seed_list: { name, addresses_array: ['a@example.com'] } }))
        .statusCode;
    expect(await create('Team', cookie)).toBe(200);
    await api.call('PUT', `/users/${id}`, { user: { permissions: { seed_list: [] } } });
    expect(await create('Others', cookie)).toBe(401);
    expect(await create('Others', cookieOf(await signIn(email)))).toBe(403);
  });

  it('is limited by permissions, administrators are not', async () => {
    const { cookie } = await person({ role: 'organization_admin', permissions: { mailing_list: [] } });
    const created = await send('POST', '/mailing_lists', cookie, {}, { mailing_list: { name: 'News' } });
    expect(created.json()).toMatchObject({ success: true });
  });
});
