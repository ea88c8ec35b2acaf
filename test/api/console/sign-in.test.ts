import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createConsoleLink } from '../../../engine/accounts/console-link.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

describe('a link to the console', () => {
  let api: TestApi;
  let keyId: number;
  let key: string;
  beforeAll(async () => {
    api = await build();
    const { data } = await api.call<{ id: number; api_key: string }>('POST', '/api_keys', {
      api_key: { name: 'browser', role: 'organization_admin', active: true },
    });
    ({ id: keyId, api_key: key } = data);
  });

  const codeOf = async (id: number | null = keyId) =>
    (await createConsoleLink(api.app.service.db, id))?.slice('#code='.length);
  const redeem = (code: string | undefined, headers: Record<string, string> = {}) =>
    api.app.inject({
      method: 'POST',
      url: '/console/sign-in',
      headers: { ...(code !== undefined && { 'sluice-console-code': code }), ...headers },
    });
  const used = { success: false, error_code: 'not_found', error_message: expect.stringMatching(/^the link was used/) };

  it('is exchanged for the key once', async () => {
    const code = await codeOf();
    const first = await redeem(code);
    expect(first.json()).toMatchObject({ success: true, data: { api_key: key } });
    expect(first.headers['cache-control']).toBe('no-store');
    expect((await redeem(code)).json()).toMatchObject(used);
  });

  it('is exchanged once by concurrent calls', async () => {
    const code = await codeOf();
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(code)));
    expect(answers.filter((answer) => answer.json().success === true)).toHaveLength(1);
  });

  it('is stored as a hash, and is refused when it has expired', async () => {
    const code = (await codeOf()) ?? '';
    const hash = createHash('sha256').update(code).digest();
    const { pool } = api.database;
    const stored = await pool.query(
      "select code_hash, expires_at > now() + interval '9 minutes' as is_long from console_links",
    );
    expect(stored.rows).toEqual([{ code_hash: hash, is_long: true }]);
    await pool.query("update console_links set expires_at = now() - interval '1 second'");
    expect((await redeem(code)).json()).toMatchObject(used);
    await codeOf();
    expect((await pool.query('select count(*)::int as links from console_links')).rows).toEqual([{ links: 1 }]);
  });

  it('is refused when it is none, comes from another site, or its key is no longer active', async () => {
    for (const code of [undefined, '', 'x'.repeat(43)]) expect((await redeem(code)).json()).toMatchObject(used);
    expect((await redeem(await codeOf(), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const code = await codeOf();
    await api.call('PUT', `/api_keys/${keyId}`, { api_key: { active: false } });
    expect((await redeem(code)).json()).toMatchObject(used);
    expect(await codeOf()).toBeUndefined();
  });
});
