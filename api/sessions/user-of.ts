import type { Caller } from '../../engine/db/accounts/caller.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';

/** The user of a call. @throws InvalidRequest for a call with an API key */
export function userOf({ by }: Caller): number {
  if (by.type !== 'user') throw new InvalidRequest('the call has an API key: only users have sessions');
  return by.id;
}
