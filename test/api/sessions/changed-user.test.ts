import { AsyncResource } from 'node:async_hooks';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { createUserLink } from '../../../engine/accounts/console-link.ts';
import { signIn as beginSignIn } from '../../../engine/accounts/sign-in.ts';
import { changeUser } from '../../../engine/accounts/users.ts';
import { lockUser } from '../../../engine/db/accounts/users.ts';
import { verifyPassword } from '../../../engine/secrets/password-hash.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { PASSWORD, sessionsOf } from './support.ts';

const ANOTHER = { password1: 'another horse', password2: 'another horse' };

describe('the change of a user', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });
  const { users, send, person } = sessionsOf(() => api);
  const sessions = async (id: number) =>
    (await api.database.pool.query('select id from user_sessions where user_id = $1', [id])).rowCount;
  const status = async (cookie: string) => (await send('GET', '/session', cookie)).statusCode;
  const linkOf = async (email: string) =>
    (await createUserLink(api.app.service.db, email))?.replace('#session=', '') ?? '';
  const redeem = (code: string) =>
    api.inject({ method: 'POST', url: `${API_PREFIX}/session`, headers: { 'sluice-console-code': code } });

  it.each([
    ['gets another password', (id: number) => users.update(id, ANOTHER)],
    ['is switched off', (id: number) => users.update(id, { active: false })],
    ['is deleted', (id: number) => users.remove(id)],
  ])('lets no one in whose password is checked when the user %s', async (_name, change) => {
    const { data } = await users.create();
    const result = await beginSignIn(
      api.app.service.db,
      { email: String(data['email']), password: PASSWORD, userAgent: null },
      {
        rule: { attempts: 10, lockoutSeconds: 600 },
        verify: async (hash, password) => {
          const isRight = await verifyPassword(hash, password);
          expect((await change(data.id)).success).toBe(true);
          return isRight;
        },
      },
    );
    expect(result).toEqual({ begun: null, userId: data.id, isLockedOut: false });
    expect(await sessions(data.id)).toBe(0);
  });

  it('lets no one in by a link that is used during it', async () => {
    const { id, email } = await person();
    const code = await linkOf(email);
    // Slonik would take a call from within the change for a part of its transaction.
    const redeemApart = AsyncResource.bind(() => redeem(code));
    let reads = 0;
    let redeeming: ReturnType<typeof redeem> | undefined;
    await changeUser(
      api.app.service.db,
      async (db) => (await lockUser(db, id, null))!,
      async (user) => {
        // The second time the user is locked.
        if (++reads === 2) {
          redeeming = redeemApart();
          await vi.waitFor(async () => {
            const { rowCount } = await api.database.pool.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            );
            expect(rowCount).toBe(1);
          }, 10_000);
        }
        return { user, password: 'another horse' };
      },
      () => Promise.resolve('$another'),
    );
    expect((await redeeming)?.statusCode).toBe(401);
    expect(await sessions(id)).toBe(0);
  });

  it.each([
    ['another password', ANOTHER, {}],
    ['another role', { role: 'organization_admin' }, {}],
    ['other permissions', { permissions: { seed_list: ['create'] } }, {}],
    ['no way in', { active: false }, { active: true }],
  ])('ends the sessions and links of a user who gets %s, for good', async (_name, change, back) => {
    const { id, email, cookie } = await person();
    const code = await linkOf(email);
    expect((await users.update(id, change)).success).toBe(true);
    expect(await sessions(id)).toBe(0);
    expect((await users.update(id, back)).success).toBe(true);
    expect(await status(cookie)).toBe(401);
    expect((await redeem(code)).statusCode).toBe(401);
  });

  it('ends no session when it leaves open what the user may do', async () => {
    const { id, email, cookie } = await person({ permissions: { seed_list: ['create', 'delete'] } });
    const code = await linkOf(email);
    await users.update(id, { full_name: 'Bo', role: 'standard', permissions: { seed_list: ['delete', 'create'] } });
    expect(await status(cookie)).toBe(200);
    expect((await redeem(code)).statusCode).toBe(200);
  });
});
