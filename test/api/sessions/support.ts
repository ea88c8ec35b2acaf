import { expect } from 'vitest';
import type { LightMyRequestResponse as Response } from 'fastify';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import type { Answer, TestApi } from '../support/build.ts';
import { usersOf } from '../users/support.ts';

export const PASSWORD = 'correct horse';

/** Terms and conditions of a service. */
export const TERMS = { version: 2, isRequiredOnUpdates: false, text: 'Be kind.', url: 'https://example.com/terms' };

type Headers = Record<string, string>;
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Users of one API that sign in, and calls of their sessions. */
export function sessionsOf(api: () => TestApi) {
  const users = usersOf(api);
  const signIn = (email: string, password = PASSWORD, { remoteAddress = '10.0.0.1', ...headers }: Headers = {}) =>
    api().inject({
      method: 'POST',
      url: `${API_PREFIX}/session`,
      remoteAddress,
      headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`, ...headers },
    });
  const send = (method: Method, path: string, cookie: string, headers: Headers = {}, body?: object) =>
    api().inject({
      method,
      url: `${API_PREFIX}${path}`,
      headers: { cookie, 'sluice-session': 'true', ...headers },
      ...(body !== undefined && { payload: body }),
    });
  const call = async <Data = Record<string, any>>(method: Method, path: string, cookie: string, body?: object) => {
    const response = await send(method, path, cookie, {}, body);
    return { ...response.json<Answer<Data>>(), status: response.statusCode };
  };
  /** Creates a user. @returns it, with the address and a session */
  const person = async (attributes: object = {}, key?: string) => {
    const { data } = await users.create(attributes, key);
    const email = String(data['email']);
    return { id: data.id, email, cookie: cookieOf(await signIn(email)) };
  };
  return { users, signIn, send, call, person };
}

/** The cookie that an answer sets, as a browser sends it. */
export function cookieOf(response: Response): string {
  return String(response.headers['set-cookie']).split(';', 1)[0] ?? '';
}

export const REFUSED = {
  success: false,
  data: null,
  error_code: 'not_authorized',
  error_message: expect.stringMatching(/^the address or the password is wrong, the user is not active, or/) as string,
};
