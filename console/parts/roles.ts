/** Roles of users in plain words: their name, and what they may do. */
export const ROLES = {
  standard: { name: 'Standard user', may: 'what is ticked below' },
  organization_admin: {
    name: 'Administrator',
    may: 'everything in the organization, with its users, API keys and webhooks',
  },
  system_admin: { name: 'System administrator', may: 'everything in all organizations, with their jobs' },
} as const;

export type Role = keyof typeof ROLES;
