import type { Bound } from './bound.ts';

/** Bounds of users: sessions, sign-ins, and the mail to them. */
export const USER_BOUNDS = {
  sessionAge: { max: 604_800_000, unit: 'ms', beyond: 'The session has ended: the user signs in again.' },
  sessionIdle: { max: 43_200_000, unit: 'ms', beyond: 'A session without a call has ended: the user signs in again.' },
  sessions: { max: 20, unit: 'entries', beyond: 'The oldest session of the user ends when another one begins.' },
  userAgent: { max: 300, unit: 'characters', beyond: 'A session has the beginning of the name of its browser.' },
  signInAttempts: {
    max: 10,
    unit: 'times',
    beyond: 'The user is locked out for `SERVICE_USER_LOGIN_LOCKOUT_DURATION` seconds after so many wrong passwords.',
    setting: 'SIGN_IN_ATTEMPTS',
  },
  signInsOfAddress: {
    max: 60,
    unit: 'calls a minute',
    beyond:
      'Further sign-ins from the address, or network of IPv6, are answered with 429 and Retry-After: in all API processes that share a Redis, else in each.',
  },
  signInPasswords: {
    max: 2,
    unit: 'calls',
    beyond: 'In each API process, further passwords wait to be checked; one of each address is checked at a time.',
  },
  waitingSignIns: { max: 10, unit: 'calls', beyond: 'The sign-in is answered with 429 and Retry-After.' },
  passwordResets: {
    max: 3,
    unit: 'messages',
    beyond: 'No further link for a new password is mailed to the user within the hour; the answer is the same.',
  },
  passwordResetsOfAddress: {
    max: 10,
    unit: 'calls a minute',
    beyond:
      'Further calls that mail a link for a new password, or set one by it, from the address, or network of IPv6, are answered with 429 and Retry-After: in all API processes that share a Redis, else in each.',
  },
  passwordResetMails: {
    max: 4,
    unit: 'tasks',
    beyond:
      'In each API process, further links wait to be mailed; those of one address are mailed one after the other.',
  },
  waitingResetMails: {
    max: 20,
    unit: 'tasks',
    beyond: 'In each API process, further calls of the address that mail a link are answered with 429 and Retry-After.',
  },
  endedJobMails: {
    max: 30,
    unit: 'messages',
    beyond: 'No further end of a job is mailed to the user within the hour.',
  },
  endedJobMailAge: {
    max: 86_400_000,
    unit: 'ms',
    beyond: 'A mail about the end of a job that no mail server has accepted is given up.',
  },
  signOns: {
    max: 8,
    unit: 'calls',
    beyond: 'In each API process, further single sign-ons wait; half as many of each address run at a time.',
  },
  signOnQuery: { max: 4_096, unit: 'characters', beyond: 'The answer of the provider is refused.' },
  signOnBody: { max: 8_192, unit: 'bytes', beyond: 'The call that ends a single sign-on is refused with 413.' },
  publicBody: {
    max: 2_048,
    unit: 'bytes',
    beyond: 'A call without a credential is refused with 413, except that which ends a single sign-on.',
  },
} as const satisfies Record<string, Bound>;
