import type { z } from 'zod';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import { flag, networks, wholeNumber } from './config-values.ts';

/** Settings of users and their sign-in. */
export interface UserSettings {
  readonly termsAndConditions: boolean;
  /** Seconds for which a user is locked out after `signInAttempts` wrong passwords; 0: never. */
  readonly userLockoutSeconds: number;
  readonly signInAttempts: number;
  /** Addresses and CIDR blocks of proxies, whose X-Forwarded-For names the client. */
  readonly trustedProxies: readonly string[];
}

const LONGEST_LOCKOUT_SECONDS = 31_536_000;

/** The environment variables of these settings. */
export const userVariables = {
  TERMS_AND_CONDITIONS: flag().default('false'),
  SERVICE_USER_LOGIN_LOCKOUT_DURATION: wholeNumber(0, LONGEST_LOCKOUT_SECONDS).default('900'),
  SIGN_IN_ATTEMPTS: wholeNumber(1, 1_000).default(String(EXTENSION_BOUNDS.signInAttempts.max)),
  TRUSTED_PROXIES: networks().optional(),
};

type Values = z.output<z.ZodObject<typeof userVariables>>;

/** The settings by the values of their variables. */
export function toUserSettings(values: Values): UserSettings {
  return {
    termsAndConditions: values.TERMS_AND_CONDITIONS,
    userLockoutSeconds: values.SERVICE_USER_LOGIN_LOCKOUT_DURATION,
    signInAttempts: values.SIGN_IN_ATTEMPTS,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
  };
}

/** The variables from which these settings are made. */
export function userEnvironment(settings: UserSettings): Record<keyof typeof userVariables, string | number | boolean> {
  return {
    TERMS_AND_CONDITIONS: settings.termsAndConditions,
    SERVICE_USER_LOGIN_LOCKOUT_DURATION: settings.userLockoutSeconds,
    SIGN_IN_ATTEMPTS: settings.signInAttempts,
    TRUSTED_PROXIES: settings.trustedProxies.join(','),
  };
}
