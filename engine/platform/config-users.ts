import type { z } from 'zod';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import { flag, wholeNumber } from './config-values.ts';

/** Settings of users and their sign-in. */
export interface UserSettings {
  readonly termsAndConditions: boolean;
  /** Seconds for which a user is locked out after `signInAttempts` wrong passwords; 0: never. */
  readonly userLockoutSeconds: number;
  readonly signInAttempts: number;
}

const LONGEST_LOCKOUT_SECONDS = 31_536_000;

/** The environment variables of these settings. */
export const userVariables = {
  TERMS_AND_CONDITIONS: flag().default('false'),
  SERVICE_USER_LOGIN_LOCKOUT_DURATION: wholeNumber(0, LONGEST_LOCKOUT_SECONDS).default('900'),
  SIGN_IN_ATTEMPTS: wholeNumber(1, 1_000).default(String(EXTENSION_BOUNDS.signInAttempts.max)),
};

type Values = { [Name in keyof typeof userVariables]: z.output<(typeof userVariables)[Name]> };

/** The settings by the values of their variables. */
export function toUserSettings(values: Values): UserSettings {
  return {
    termsAndConditions: values.TERMS_AND_CONDITIONS,
    userLockoutSeconds: values.SERVICE_USER_LOGIN_LOCKOUT_DURATION,
    signInAttempts: values.SIGN_IN_ATTEMPTS,
  };
}

/** The variables from which these settings are made. */
export function userEnvironment(settings: UserSettings): Record<keyof typeof userVariables, number | boolean> {
  return {
    TERMS_AND_CONDITIONS: settings.termsAndConditions,
    SERVICE_USER_LOGIN_LOCKOUT_DURATION: settings.userLockoutSeconds,
    SIGN_IN_ATTEMPTS: settings.signInAttempts,
  };
}
