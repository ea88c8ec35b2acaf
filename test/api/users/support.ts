import type { Answer, TestApi } from '../support/build.ts';

export interface User {
  id: number;
  [name: string]: unknown;
}

/** Calls of one API's user endpoints; `create` sends everything that is required and a new address. */
export function usersOf(api: () => TestApi) {
  let created = 0;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, key?: string) =>
    api().call<User>(method, path, body, key);
  const required = () => ({
    full_name: 'Ann Example',
    email: `user${++created}@example.com`,
    active: true,
    role: 'standard',
    password1: 'correct horse',
    password2: 'correct horse',
  });
  return {
    create: (attributes: object = {}, key?: string): Promise<Answer<User>> =>
      call('POST', '/users', { user: { ...required(), ...attributes } }, key),
    update: (id: unknown, attributes: object, key?: string) =>
      call('PUT', `/users/${String(id)}`, { user: attributes }, key),
    show: (id: unknown, key?: string) => call('GET', `/users/${String(id)}`, undefined, key),
    remove: (id: unknown, key?: string) => call('DELETE', `/users/${String(id)}`, undefined, key),
    reset: (id: unknown, key?: string) => call('PUT', `/users/${String(id)}/reset_password_failure_lockout`, {}, key),
  };
}
