import { z } from 'zod';
import { USER_ROLES } from './users.ts';

/** An API key or a user, by its id. */
export const callerIdentity = z.object({ type: z.enum(['api_key', 'user']), id: z.number() });
export type CallerIdentity = z.infer<typeof callerIdentity>;

/** The sender of a call: its API key or user, the role and organization of that, and what a user of the role standard may do. */
export const caller = z.object({
  by: callerIdentity,
  /** The session of a user; null: the call has an API key. */
  sessionId: z.number().nullable(),
  role: z.enum(USER_ROLES),
  /** Of users; API keys have none, and need none. */
  permissions: z.record(z.array(z.string())),
  /** Version of the terms and conditions that a user agreed to; null: none. Earlier versions have cached keys without it. */
  termsVersion: z.number().nullable().default(null),
  organizationId: z.number(),
  timeZone: z.string(),
});
export type Caller = z.infer<typeof caller>;
