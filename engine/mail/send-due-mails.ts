import type { Logger } from 'pino';
import { deleteMail, recordSentMail, takeDueMails } from '../db/jobs/ended-job-mails.ts';
import type { DueMail } from '../db/jobs/ended-job-mails.ts';
import { findLiveJob } from '../db/jobs/live-jobs.ts';
import type { LiveRows } from '../db/jobs/live-jobs.ts';
import type { Database } from '../db/core/slonik.ts';
import { createFairQueue } from '../platform/fair-queue.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import { endedJobMessage } from './ended-job-message.ts';
import type { MailOrigin } from './ended-job-message.ts';
import type { Mailer, Message } from './mailer.ts';

/** A kind of job, as mails name its jobs. */
export interface MailedKind extends LiveRows {
  readonly name: string;
  readonly unit: string;
  readonly page: { readonly title: string; readonly path: string };
}

/** Connections, words and settings by which mails are sent. */
export interface MailSender {
  readonly db: Database;
  readonly kinds: readonly MailedKind[];
  readonly mailer: Mailer;
  readonly origin: MailOrigin;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Mails that one process sends at the same time. Each takes 10 s at most, and is taken for a minute. */
const TOGETHER = 4;

/**
 * Sends the mails about ended jobs that are due, a few at a time. One that is not accepted waits for its next attempt; one that is refused
 * for good is given up. Processes may send at the same time: each mail is taken by one of them.
 * @returns how many were accepted; it stops early when the mail server is away, and when `isStopped` returns true
 */
export async function sendDueMails(sender: MailSender, isStopped: () => boolean = () => false): Promise<number> {
  const names = sender.kinds.map(({ name }) => name);
  // One connection at a time: sign-ins use the same ones.
  const database = createFairQueue({ slots: 1 });
  let sent = 0;
  while (!isStopped()) {
    const mails = await takeDueMails(sender.db, names, TOGETHER);
    const outcomes = await Promise.all(mails.map((mail) => sendOne(sender, mail, database)));
    sent += outcomes.filter((outcome) => outcome === 'sent').length;
    if (mails.length < TOGETHER || outcomes.includes('away')) break;
  }
  return sent;
}

type Outcome = 'sent' | 'unwanted' | 'refused' | 'away';

async function sendOne(sender: MailSender, mail: DueMail, database: FairQueue): Promise<Outcome> {
  const { db, log } = sender;
  const { uid, kind: jobKind, jobId, userId } = mail;
  const write = (work: () => Promise<void>) => database.run('', work);
  const message = await database.run('', () => compose(sender, mail));
  if (message === null) {
    await write(() => deleteMail(db, uid));
    return 'unwanted';
  }
  try {
    await sender.mailer.send(message);
  } catch (error) {
    // The message of the SMTP server may name the address.
    const { code = null, responseCode = null } = error as { code?: string; responseCode?: number };
    const isRefused = isOfMail(code) && responseCode !== null;
    const isGivenUp = isRefused && responseCode >= PERMANENT;
    if (isGivenUp) await write(() => deleteMail(db, uid));
    log.warn({ jobKind, jobId, userId, code, responseCode, isGivenUp }, 'the end of a job was not mailed');
    return isRefused ? 'refused' : 'away';
  }
  await write(() => recordSentMail(db, uid));
  log.info({ jobKind, jobId, userId }, 'the end of a job was mailed');
  return 'sent';
}

/** Creates the message from the job as it is now; null when there is no such job, or its user no longer wants the mail. */
async function compose({ db, kinds, origin }: MailSender, mail: DueMail): Promise<Message | null> {
  const { uid, email } = mail;
  const kind = kinds.find(({ name }) => name === mail.kind);
  const job = kind === undefined || email === null ? null : await findLiveJob(db, kind, mail.jobId);
  if (kind === undefined || email === null || job === null) return null;
  return endedJobMessage({ job, unit: kind.unit, ...kind.page }, { to: email, uid }, origin);
}

/** Answers of SMTP from this number on say that the same command fails again. */
const PERMANENT = 500;

/** Whether a mail server has refused the sender, the recipient or the message, not the client. */
function isOfMail(code: string | null): boolean {
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}
