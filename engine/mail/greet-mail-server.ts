import { withTimeout } from '../platform/timeouts.ts';

/** Milliseconds for connecting, and for each answer. Short, because an API call waits until its message is sent. */
export const MAIL_TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 } as const;

/** Milliseconds within which a server has greeted and encrypted; one that takes longer fails messages, too. */
export const GREETED_MS = 5_000;

/**
 * Connects to the SMTP server of the URL and waits for its greeting and, where it offers it, TLS. It sends no message, and no password: servers lock
 * accounts of which many logins come.
 *
 * @throws whatever the connection throws; TimedOut after GREETED_MS
 */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const url = new URL(smtpUrl);
  url.username = '';
  url.password = '';
  await withTimeout(GREETED_MS, verify(url.href));
}

/** Does the same and logs in, when the URL has a user. @throws whatever the connection throws; TimedOut after twice GREETED_MS */
export async function logInToMailServer(smtpUrl: string): Promise<void> {
  await withTimeout(2 * GREETED_MS, verify(smtpUrl));
}

async function verify(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, ...MAIL_TIMEOUTS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
