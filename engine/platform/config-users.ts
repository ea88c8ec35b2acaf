import { z } from 'zod';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import { emailAddress, networks, wholeNumber } from './config-values.ts';
import { setting } from './setting-table.ts';
import type { ValuesOf } from './setting-table.ts';

const LONGEST_LOCKOUT_SECONDS = 31_536_000;

/** Settings of users and their sign-in. */
export const USER_SETTINGS = {
  /** Seconds for which a user is locked out after `signInAttempts` wrong passwords; 0: never. */
  userLockoutSeconds: setting(
    'SERVICE_USER_LOGIN_LOCKOUT_DURATION',
    wholeNumber(0, LONGEST_LOCKOUT_SECONDS).default('900'),
  ),
  signInAttempts: setting(
    'SIGN_IN_ATTEMPTS',
    wholeNumber(1, 1_000).default(String(EXTENSION_BOUNDS.signInAttempts.max)),
  ),
  /** Addresses and CIDR blocks of proxies, whose X-Forwarded-For names the client. */
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    networks()
      .optional()
      .transform((all): readonly string[] => all ?? []),
  ),
  /** Sender of links for new passwords and of mails about ended jobs; unset: none are sent. */
  mailFrom: setting('MAIL_FROM', emailAddress().optional()),
  passwordResetValidityMs: setting('PASSWORD_RESET_VALIDITY_MS', wholeNumber(60_000, 86_400_000).default('3600000')),
};

/** Settings of users and their sign-in. */
export type UserSettings = ValuesOf<typeof USER_SETTINGS>;

/** Refuses a sender of links without the address that they begin with. */
export function checkUserVariables(
  values: { MAIL_FROM?: string | undefined; PUBLIC_URL?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (values.MAIL_FROM === undefined || values.PUBLIC_URL !== undefined) return;
  const message = 'PUBLIC_URL, with which the links in the mail begin, is not set';
  context.addIssue({ code: z.ZodIssueCode.custom, path: ['MAIL_FROM'], message });
}
