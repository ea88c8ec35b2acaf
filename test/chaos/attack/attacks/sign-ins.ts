import { randomBytes } from 'node:crypto';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import type { Attack } from '../attack.ts';

const PASSWORD = { password1: 'correct horse', password2: 'correct horse' };

/** Ways in without the password: guesses, cookies of others, codes of links. */
export const signIns: Attack = {
  name: 'sign-ins',
  title: '300 guesses of passwords over many addresses, 300 cookies of sessions and 100 codes of links, all at a time',
  play: async ({ call, raw, create, complain, count, random, size }) => {
    const email = `victim${random.int(1, 1e6)}@example.com`;
    const user = { full_name: 'Victim', email, active: true, role: 'standard', ...PASSWORD };
    await create('/users', { user });
    const times = size === 'full' ? 300 : 60;
    const guess = async (at: number) => {
      const address = at % 3 === 0 ? email : `user${at}@example.com`;
      const authorization = `Basic ${Buffer.from(`${address}:battery ${at}`).toString('base64')}`;
      const { status } = await call('POST', '/session', undefined, { headers: { authorization } });
      if (status === 200) complain(`a guessed password of ${address} began a session`);
      if (status === 429) count('guesses that were limited');
    };
    const tryCookie = async () => {
      const lines = [
        `GET ${API_PREFIX}/session HTTP/1.1`,
        'host: localhost',
        'connection: close',
        'sluice-session: true',
        `cookie: sluice_session=${randomBytes(32).toString('base64url')}`,
      ];
      const { status } = await raw({ blocks: [`${lines.join('\r\n')}\r\n\r\n`] });
      if (status === 200) complain('a cookie that was made up is a session');
    };
    const tryCode = async () => {
      const body = { code: randomBytes(32).toString('base64url'), ...PASSWORD };
      const { text } = await call('PUT', '/password_resets', body);
      if (text.startsWith('{"success":true')) complain('a code that was made up has set a password');
    };
    const askLink = (at: number) =>
      call('POST', '/password_resets', { email: at % 2 === 0 ? email : `user${at}@example.com` });
    const many = (work: (at: number) => Promise<unknown>, length: number) =>
      Array.from({ length }, (_, at) => work(at));
    await Promise.all([
      ...many(guess, times),
      ...many(tryCookie, times),
      ...many(tryCode, times / 3),
      ...many(askLink, times / 3),
    ]);
  },
};
