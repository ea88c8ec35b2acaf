import type { TestEngine } from '../../support/engine.ts';
import { succeed } from '../../support/imports.ts';

/** Password of the users that `addUser` creates. */
export const PASSWORD = 'correct horse';

/** Creates Ann Berg, an administrator, or a user with other attributes. @returns the id */
export async function addUser(engine: TestEngine, attributes: object = {}): Promise<number> {
  const user = { email: 'ann@example.com', full_name: 'Ann Berg', active: true, role: 'organization_admin' };
  const password = { password1: PASSWORD, password2: PASSWORD };
  return succeed(await engine.call('POST', '/users', { user: { ...user, ...password, ...attributes } })).data.id;
}
