/** Permissions for each kind of record, in the order of the answers. */
export const PERMISSIONS = {
  mailing_list: ['create', 'update', 'delete'],
  subscriber: ['create', 'update', 'delete', 'read', 'import', 'export'],
  segmentation_criteria: ['create', 'update', 'delete'],
  autoresponder: ['create', 'update', 'delete', 'update_state', 'read_stats'],
  web_form: ['create', 'update', 'delete'],
  custom_field: ['create', 'update', 'delete'],
  campaign: ['create', 'update', 'delete', 'send', 'update_state', 'read_stats'],
  'campaign/template': ['create', 'update', 'delete'],
  seed_list: ['create', 'update', 'delete'],
} as const;

type Permissions = typeof PERMISSIONS;

/** A kind of record and what may be done with it, such as `subscriber.import`. */
export type Permission = { [Kind in keyof Permissions]: `${Kind}.${Permissions[Kind][number]}` }[keyof Permissions];

/** Permissions that a user has, by kind of record. */
export type HeldPermissions = Readonly<Record<string, readonly string[]>>;

/** Whether a user with these permissions has the one that is needed. */
export function holds(held: HeldPermissions, needed: Permission): boolean {
  const [kind = '', action = ''] = needed.split('.');
  return held[kind]?.includes(action) === true;
}

/** Reads a permission such as `subscriber.import`; null when there is no such one. */
export function readPermission(text: string): Permission | null {
  const [kind = '', action = '', ...others] = text.split('.');
  const actions: Readonly<Record<string, readonly string[]>> = PERMISSIONS;
  if (others.length > 0 || !Object.hasOwn(actions, kind)) return null;
  return actions[kind]?.includes(action) === true ? (text as Permission) : null;
}

/** The permissions of a new user: those that are given to a standard one, all of an administrator. */
export function permissionsOfRole(role: string, given: readonly Permission[]): Record<string, string[]> {
  const entries = Object.entries(PERMISSIONS).map(([kind, actions]): [string, string[]] => {
    const held = actions.filter((action) => role !== 'standard' || given.some((each) => each === `${kind}.${action}`));
    return [kind, held];
  });
  return Object.fromEntries(entries);
}

/** The permissions of which one lets a standard user see the jobs of the organization: those that start jobs. */
export const SEES_JOBS = ['subscriber.import', 'subscriber.export', 'mailing_list.delete'] as const;
