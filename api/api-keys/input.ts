import { API_KEY_ROLES } from '../../engine/db/accounts/api-keys.ts';
import type { ApiKey, ApiKeyAttributes } from '../../engine/db/accounts/api-keys.ts';
import type { Caller } from '../../engine/db/accounts/caller.ts';
import type { Attributes } from '../http/attributes.ts';
import { refusePromotion } from '../http/roles.ts';
import { flag, nameText, objectOf, oneOf } from '../http/values.ts';

/** Request body of a key. */
export const apiKeyInput = objectOf({
  name: nameText(100),
  role: oneOf(API_KEY_ROLES).nullish().describe('Default: organization_admin.'),
  active: flag.nullish().describe('Calls with an inactive key are answered with 401. Default: true.'),
});

/** The key to update, or the organization of one to create, and the caller. */
export interface ApiKeyContext {
  current: ApiKey | null;
  organizationId: number;
  caller: Caller;
}

/** Reads a key to create or update; what is not sent keeps its value or has its default. @throws ValidationFailed */
export function readApiKey(attributes: Attributes<typeof apiKeyInput>, context: ApiKeyContext): ApiKeyAttributes {
  const { current } = context;
  const keepsName = current !== null && !attributes.has('name');
  const name = keepsName ? current.name : attributes.demand('name');
  const role = attributes.read('role', current?.role ?? 'organization_admin');
  if (role !== current?.role) refusePromotion(attributes, role, context);
  const active = attributes.read('active', current?.active ?? true);
  attributes.check();
  return { name: name ?? '', role, active };
}
