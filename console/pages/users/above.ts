import { linkTo } from '../../base.ts';

/** The pages above that of a user. */
export const ABOVE_USERS = [
  { name: 'Settings', href: linkTo('/settings') },
  { name: 'Users', href: linkTo('/settings/users') },
] as const;
