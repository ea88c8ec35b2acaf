import { API_KEY_ROLES } from '../../engine/db/api-keys.ts';
import type { ApiKey, ApiKeyAttributes, Caller } from '../../engine/db/api-keys.ts';
import type { Attributes } from './attributes.ts';
import { refusePromotion } from './roles.ts';
import { flag, nameText, oneOf } from './values.ts';

/** The key to update, or the organization of one to create, and who asks for it. */
export interface ApiKeySurroundings {
  current: ApiKey | null;
  organizationId: number;
  caller: Caller;
}

/** Reads a key to create or update; what is not sent keeps its value or has its default. @throws ValidationFailed */
export function readApiKey(attributes: Attributes, surroundings: ApiKeySurroundings): ApiKeyAttributes {
  const { current } = surroundings;
  const keepsName = current !== null && !attributes.has('name');
  const name = keepsName ? current.name : attributes.demand('name', nameText(100));
  const role = attributes.read('role', oneOf(API_KEY_ROLES), current?.role ?? 'organization_admin');
  if (role !== current?.role) refusePromotion(attributes, role, surroundings);
  const active = attributes.read('active', flag, current?.active ?? true);
  attributes.check();
  return { name: name ?? '', role, active };
}
