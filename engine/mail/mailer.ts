import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTimeout } from '../platform/timeouts.ts';
import { MAIL_TIMEOUTS } from './greet-mail-server.ts';

/** A plain text message to one recipient. */
export interface Message {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** With angle brackets; absent: a random one. */
  readonly messageId?: string;
}

/** Sends messages. */
export interface Mailer {
  /** Resolves when the SMTP server has accepted the message or the file is written; rejects otherwise. */
  send(message: Message): Promise<void>;
  close(): void;
}

/** Creates a mailer that sends by the SMTP server of the URL or, without one, writes each message to DATA_DIR/outbox. */
export function createMailer({
  smtpUrl,
  dataDir,
}: {
  readonly smtpUrl?: string | undefined;
  readonly dataDir: string;
}): Mailer {
  return smtpUrl === undefined ? createOutbox(join(dataDir, 'outbox')) : createSmtpMailer(smtpUrl);
}

/** Milliseconds of the whole conversation, in which a server may answer each command late. */
const SEND_MS = 10_000;

function createSmtpMailer(url: string): Mailer {
  const transport = once(async () => (await nodemailer()).createTransport({ url, ...MAIL_TIMEOUTS }));
  return {
    send: async (message) => {
      const opened = await transport.open();
      await withTimeout(SEND_MS, opened.sendMail(toMail(message)));
    },
    close: transport.close,
  };
}

function createOutbox(folder: string): Mailer {
  const transport = once(async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return {
    send: async (message) => {
      const { message: content } = await (await transport.open()).sendMail(toMail(message));
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.tmp`, content, { mode: 0o600 });
      // A program that watches the folder sees whole messages only.
      await rename(`${file}.tmp`, file);
    },
    close: transport.close,
  };
}

/** Loads the package with the first message: it takes 24 MiB. */
function nodemailer() {
  return import('nodemailer');
}

/** Opens a transport when it is first used. */
function once<Transport extends { close(): void }>(create: () => Promise<Transport>) {
  let opened: Promise<Transport> | null = null;
  return {
    open: () => (opened ??= create()),
    close: () => void opened?.then((transport) => transport.close()),
  };
}

function toMail({ from, to, subject, text, messageId }: Message) {
  return {
    from,
    // As an object: in a text, a semicolon of an address would begin another one.
    to: { name: '', address: to },
    subject,
    text,
    ...(messageId !== undefined && { messageId }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
