import { PERMISSIONS } from '../../engine/domain/permissions.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, objectOf, text } from '../http/values.ts';

const KINDS = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[];

/** Request attribute of the permissions for each kind. */
export const permissionsInput = objectOf(
  Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      arrayOf(text, 100)
        .nullish()
        .describe(`Any of ${PERMISSIONS[kind].join(', ')}.`),
    ]),
  ),
);

type Permissions = Record<string, string[]>;

/** Reads which permissions a user has: all nine kinds, those not sent as they are, or as the role has them at first. */
export function readPermissions(
  sent: Attributes<typeof permissionsInput>,
  role: string,
  current: Permissions | null,
): Permissions {
  for (const kind of sent.names()) {
    if (!Object.hasOwn(PERMISSIONS, kind)) sent.refuse(kind, 'is not a kind of permission');
  }
  const entries = KINDS.map((kind) => {
    const allowed: readonly string[] = PERMISSIONS[kind];
    const otherwise = current?.[kind] ?? (role === 'standard' ? [] : [...allowed]);
    const chosen = sent.read(kind, otherwise);
    if (chosen.some((value) => !allowed.includes(value))) sent.refuse(kind, `can hold ${allowed.join(', ')} only`);
    return [kind, allowed.filter((value) => chosen.includes(value))] as const;
  });
  return Object.fromEntries(entries);
}
