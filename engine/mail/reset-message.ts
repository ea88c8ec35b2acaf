import type { ResetRecipient } from '../db/accounts/password-resets.ts';
import type { Message } from './mailer.ts';

/** Creates the mail with the link that sets a new password. It has no name: an organization chooses those of its users. */
export function resetMessage({ email }: ResetRecipient, { from, url, validityMs }: ResetMail): Message {
  return {
    from: { name: 'Sluice', address: from },
    to: email,
    subject: 'Set a new password',
    text: `Hello,

this link sets a new password for ${email}. It works once, within ${durationOf(validityMs)}:

${url}

If you did not want this, ignore this message: your password stays as it is.
`,
  };
}

/** The sender of a reset, its link, and for how long that is valid. */
interface ResetMail {
  readonly from: string;
  readonly url: string;
  readonly validityMs: number;
}

function durationOf(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes % 60 !== 0) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}
