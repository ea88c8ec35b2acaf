import { z } from 'zod';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import { emailAddress, flag, networks, wholeNumber } from './config-values.ts';

/** Settings of users and their sign-in. */
export interface UserSettings {
  readonly termsAndConditions: boolean;
  /** Seconds for which a user is locked out after `signInAttempts` wrong passwords; 0: never. */
  readonly userLockoutSeconds: number;
  readonly signInAttempts: number;
  /** Addresses and CIDR blocks of proxies, whose X-Forwarded-For names the client. */
  readonly trustedProxies: readonly string[];
  /** Sender of links for new passwords; unset: none are mailed. */
  readonly mailFrom?: string | undefined;
  readonly passwordResetValidityMs: number;
}

const LONGEST_LOCKOUT_SECONDS = 31_536_000;

/** The environment variables of these settings. */
export const userVariables = {
  TERMS_AND_CONDITIONS: flag().default('false'),
  SERVICE_USER_LOGIN_LOCKOUT_DURATION: wholeNumber(0, LONGEST_LOCKOUT_SECONDS).default('900'),
  SIGN_IN_ATTEMPTS: wholeNumber(1, 1_000).default(String(EXTENSION_BOUNDS.signInAttempts.max)),
  TRUSTED_PROXIES: networks().optional(),
  MAIL_FROM: emailAddress().optional(),
  PASSWORD_RESET_VALIDITY_MS: wholeNumber(60_000, 86_400_000).default('3600000'),
};

type Values = z.output<z.ZodObject<typeof userVariables>>;

/** Refuses a sender of links without the address that they begin with. */
export function checkUserVariables(
  values: Values & { PUBLIC_URL?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (values.MAIL_FROM === undefined || values.PUBLIC_URL !== undefined) return;
  const message = 'PUBLIC_URL, with which the links in the mail begin, is not set';
  context.addIssue({ code: z.ZodIssueCode.custom, path: ['MAIL_FROM'], message });
}

/** The settings by the values of their variables. */
export function toUserSettings(values: Values): UserSettings {
  return {
    termsAndConditions: values.TERMS_AND_CONDITIONS,
    userLockoutSeconds: values.SERVICE_USER_LOGIN_LOCKOUT_DURATION,
    signInAttempts: values.SIGN_IN_ATTEMPTS,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    mailFrom: values.MAIL_FROM,
    passwordResetValidityMs: values.PASSWORD_RESET_VALIDITY_MS,
  };
}

/** The variables from which these settings are made. */
export function userEnvironment(settings: UserSettings): Record<keyof typeof userVariables, string | number | boolean> {
  return {
    TERMS_AND_CONDITIONS: settings.termsAndConditions,
    SERVICE_USER_LOGIN_LOCKOUT_DURATION: settings.userLockoutSeconds,
    SIGN_IN_ATTEMPTS: settings.signInAttempts,
    TRUSTED_PROXIES: settings.trustedProxies.join(','),
    MAIL_FROM: settings.mailFrom ?? '',
    PASSWORD_RESET_VALIDITY_MS: settings.passwordResetValidityMs,
  };
}
