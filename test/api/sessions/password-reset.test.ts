import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';
import { cookieOf, sessionsOf } from './support.ts';

const ANOTHER = { password1: 'another horse', password2: 'another horse' };
const USED = { success: false, error_message: 'the link was used already or has expired: have another one mailed' };

describe('a link for a new password', () => {
  let api: TestApi;
  let networks = 0;
  beforeAll(async () => {
    api = await build({ mailFrom: 'sluice@example.com', publicUrl: 'https://mail.example.com', signInAttempts: 3 });
    await mkdir(join(api.config.dataDir, 'outbox'));
  });
  const { users, signIn, send, person } = sessionsOf(() => api);
  const call = async (method: 'POST' | 'PUT', body: object, headers: Record<string, string> = {}) => {
    // Each call from a network of its own, but where the network is what is tested.
    const { network = `10.9.${++networks >> 8}.${networks & 255}`, ...others } = headers;
    const url = `${API_PREFIX}/password_resets`;
    const response = await api.inject({ method, url, remoteAddress: network, headers: others, payload: body });
    return { ...response.json<Answer>(), status: response.statusCode };
  };
  const ask = (email: string) => call('POST', { email });
  const mailsTo = async (email: string) => {
    const folder = join(api.config.dataDir, 'outbox');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return texts
      .map((text) => text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='))
      .filter((text) => text.includes(email));
  };
  const codeIn = (mail: string) => /https:\/\/mail\.example\.com\/console\/#reset=([\w-]{43})\s/.exec(mail)?.[1] ?? '';
  const codesFor = async (email: string, count: number) => {
    await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(count), 10_000);
    return (await mailsTo(email)).map(codeIn);
  };
  const codeFor = async (email: string) => {
    await ask(email);
    return (await codesFor(email, 1))[0] ?? '';
  };

  it('is mailed, and sets the password once; sessions, other links and a lockout end', async () => {
    const { id, email, cookie } = await person();
    await ask(email);
    await ask(email.toUpperCase());
    const [code = '', other = ''] = await codesFor(email, 2);
    for (let at = 0; at < 3; at++) await signIn(email, 'wrong horse');
    expect(await call('PUT', { code, ...ANOTHER })).toMatchObject({ success: true, data: null });
    expect((await send('GET', '/session', cookie)).statusCode).toBe(401);
    expect((await signIn(email)).statusCode).toBe(401);
    expect((await signIn(email, 'another horse')).statusCode).toBe(200);
    for (const used of [code, other]) expect(await call('PUT', { code: used, ...ANOTHER })).toMatchObject(USED);
    const log = api.log.join('');
    expect(log).toContain('a user set a new password by a link');
    for (const secret of [code, email, 'another horse']) expect(log).not.toContain(secret);
    const { rows } = await api.database.pool.query('select code_hash from password_resets where user_id = $1', [id]);
    expect(rows.map(({ code_hash }) => (code_hash as Buffer).length)).toEqual([32, 32]);
  });

  it('is asked for with the same answer, whether a user has the address or not, and mailed to active users alone', async () => {
    const off = await person();
    await users.update(off.id, { active: false });
    const { email } = await person();
    const answers = [await ask(email), await ask('nobody@example.com'), await ask(off.email)];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await codesFor(email, 1);
    // What waited longer was sent after these.
    expect([await mailsTo('nobody@example.com'), await mailsTo(off.email)]).toEqual([[], []]);
  });

  it('is mailed three times an hour at most', async () => {
    const { email } = await person();
    await Promise.all(Array.from({ length: 6 }, () => ask(email)));
    const last = await person();
    await codeFor(last.email);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('does not count when the mail server refuses the mail, which names nothing that others may choose', async () => {
    const { email } = await person();
    const send = vi.spyOn(api.app.mailer, 'send');
    const refused = Object.assign(new Error('451 later'), { responseCode: 451 });
    for (let at = 0; at < 3; at++) send.mockRejectedValueOnce(refused);
    for (let at = 0; at < 3; at++) await ask(email);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3), 10_000);
    const [code = ''] = [await codeFor(email)];
    expect((await mailsTo(email))[0]).toMatch(/\r\n\r\nHello,\r\n/);
    expect((await call('PUT', { code, ...ANOTHER })).success).toBe(true);
    send.mockRestore();
  });

  it.each([
    [
      'has expired',
      (id: number) => api.database.pool.query(`update password_resets set expires_at = now() where user_id = ${id}`),
    ],
    ['is of a user who is switched off', (id: number) => users.update(id, { active: false })],
    [
      'is of a user who has another address since',
      (id: number) => users.update(id, { email: `moved${id}@example.com` }),
    ],
    [
      'is of a user who has another password since',
      (id: number) => users.update(id, { password1: 'third horse', password2: 'third horse' }),
    ],
    ['is of a user who is deleted', (id: number) => users.remove(id)],
  ])('sets nothing when it %s', async (_name, change) => {
    const { id, email } = await person();
    const code = await codeFor(email);
    await change(id);
    expect(await call('PUT', { code, ...ANOTHER })).toMatchObject(USED);
    expect((await signIn(email, 'another horse')).statusCode).toBe(401);
  });

  it('sets one password when it is used twice at a time', async () => {
    const { email } = await person();
    const code = await codeFor(email);
    const both = [call('PUT', { code, ...ANOTHER }), call('PUT', { code, ...ANOTHER })];
    const answers = await Promise.all(both);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(cookieOf(await signIn(email, 'another horse'))).toMatch(/^sluice_session=/);
  });

  it('is refused with a wrong password, and works afterwards', async () => {
    const { email } = await person();
    const code = await codeFor(email);
    const short = await call('PUT', { code, password1: 'short', password2: 'short' });
    expect(short.error_message).toMatch(/^password1 is too short/);
    expect((await call('PUT', { code, ...ANOTHER })).success).toBe(true);
  });

  it('is neither mailed nor used for a page of another site', async () => {
    const foreign = { origin: 'https://evil.example' };
    expect((await call('POST', { email: 'ann@example.com' }, foreign)).status).toBe(403);
    expect((await call('PUT', { code: 'x', ...ANOTHER }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('is not guessed: a network makes so many calls a minute, with bodies of 2 KiB', async () => {
    const network = { network: '10.200.0.1' };
    const answers: Answer[] = [];
    for (let at = 0; at < 22; at++) answers.push(await call('PUT', { code: 'x'.repeat(43), ...ANOTHER }, network));
    // A minute may end in between.
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await call('POST', { email: 'a'.repeat(2_048) })).status).toBe(413);
  });

  it('begins with PUBLIC_URL, whatever host the call names', async () => {
    const { email } = await person();
    await call('POST', { email }, { host: 'evil.example' });
    expect((await codesFor(email, 1))[0]).toMatch(/^[\w-]{43}$/);
    expect((await mailsTo(email)).join('')).not.toContain('evil.example');
  });
});

describe('a service that mails no links', () => {
  it('says so', async () => {
    const api = await build();
    const options = await api.inject({ url: `${API_PREFIX}/sign_in_options` });
    expect(options.json()).toMatchObject({ data: { password_reset: false } });
    const url = `${API_PREFIX}/password_resets`;
    const answer = await api.inject({ method: 'POST', url, payload: { email: 'ann@example.com' } });
    expect(answer.json()).toMatchObject({
      success: false,
      error_message: expect.stringMatching(/an administrator can set another password$/),
    });
  });
});
