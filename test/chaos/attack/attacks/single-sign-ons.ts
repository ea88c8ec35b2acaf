import { randomBytes } from 'node:crypto';
import { signInAtProvider } from '../../../support/sign-in-at-provider.ts';
import type { Attack } from '../attack.ts';
import { PUBLIC_URL } from '../service/public-url.ts';

const REDIRECT_URI = `${PUBLIC_URL}/console/single-sign-on`;
const PASSWORD = { password1: 'correct horse', password2: 'correct horse' };

/** Ways in by the provider without an account of the user there. */
export const singleSignOns: Attack = {
  name: 'single-sign-ons',
  title:
    'single sign-ons with an address of another user that is not verified, a code that is sent ten times at a time, a state, a cookie and an issuer of another sign-on',
  play: async ({ call, complain, count, random, size }) => {
    const victim = `victim${random.int(1, 1e6)}@example.com`;
    for (const email of [victim, 'hostile@example.com']) {
      const user = { full_name: email, email, active: true, role: 'standard', ...PASSWORD };
      await call('POST', '/users', { user });
    }
    const start = async () => {
      const { text, cookies = [] } = await call('POST', '/single_sign_on');
      const { url } = /"url":(?<url>"[^"]+")/.exec(text)?.groups ?? {};
      return url === undefined
        ? null
        : { url: JSON.parse(url) as string, cookie: (cookies[0] ?? '').split(';', 1)[0] ?? '' };
    };
    const finish = async (query: string, cookie: string) => {
      const { text } = await call('PUT', '/single_sign_on', { query }, { headers: { cookie } });
      if (text.includes(new URLSearchParams(query).get('code') ?? query))
        complain('a refusal of a single sign-on has the code in it');
      return text.startsWith('{"success":true');
    };
    /** Signs in at the provider. @returns null when the service takes no more sign-ons from here for a while */
    const signIn = async (login: string) => {
      const begun = await start();
      if (begun === null) return null;
      return { ...begun, query: await signInAtProvider(begun.url, login, REDIRECT_URI) };
    };

    const own = await signIn('hostile');
    const other = await start();
    if (own !== null && other !== null) {
      const changed = (name: string, value: string) => {
        const query = new URLSearchParams(own.query);
        query.set(name, value);
        return query.toString();
      };
      const foreign = [
        () => finish(own.query, other.cookie),
        () => finish(own.query, `sluice_sign_on=${randomBytes(200).toString('base64url')}`),
        () => finish(changed('state', randomBytes(32).toString('base64url')), own.cookie),
        () => finish(changed('iss', 'https://evil.example'), own.cookie),
      ];
      for (const attempt of foreign) if (await attempt()) complain('a sign-on of another browser has begun a session');
      const replays = await Promise.all(Array.from({ length: 10 }, () => finish(own.query, own.cookie)));
      const sessions = replays.filter(Boolean).length;
      count('sign-ons of the own account', sessions);
      if (sessions > 1) complain(`one code of the provider has begun ${sessions} sessions`);
    }
    for (let at = 0; at < (size === 'full' ? 10 : 3); at++) {
      const unverified = await signIn(victim);
      if (unverified === null) break;
      count('sign-ons with an address that is not verified');
      if (await finish(unverified.query, unverified.cookie))
        complain('an address that is not verified began a session');
    }
  },
};
