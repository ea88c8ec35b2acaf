import type { LiveJob } from '../db/jobs/live-jobs.ts';
import type { Message } from './mailer.ts';

/** A job that has ended, with the words of its kind. */
export interface EndedJob {
  readonly job: Pick<LiveJob, 'id' | 'state' | 'done' | 'counters' | 'isDryRun'>;
  /** The name of a job of the kind, at the beginning of a sentence. */
  readonly title: string;
  /** The unit of its progress. */
  readonly unit: string;
  /** The path of its pages in the console. */
  readonly path: string;
}

/** The sender of such mails, and the address of the console. */
export interface MailOrigin {
  readonly from: string;
  readonly consoleUrl: string;
}

/**
 * Creates the mail about the end of a job. It has no name and no message of an error: clients choose those of lists, and create users with
 * addresses of others.
 * @param uid part of its Message-ID, which a mail that is sent again has, too
 */
export function endedJobMessage(
  ended: EndedJob,
  { to, uid }: { readonly to: string; readonly uid: string },
  { from, consoleUrl }: MailOrigin,
): Message {
  const { job, path } = ended;
  const end = `${job.isDryRun === true ? 'Dry run' : ended.title} ${job.id} ${ENDS[job.state] ?? `is ${job.state}`}`;
  return {
    from: { name: 'Sluice', address: from },
    to,
    messageId: `<${uid}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    subject: end,
    text: `Hello,

${end}. ${resultOf(ended)}

${consoleUrl}${path.slice(1)}/${job.id}

You started it. Such mails are switched on and off at ${consoleUrl}account
`,
  };
}

const ENDS: Readonly<Record<string, string>> = {
  finished: 'is finished',
  failed: 'has failed',
  cancelled: 'was cancelled',
};

function resultOf({ job, unit }: EndedJob): string {
  const { counters, done, state, isDryRun } = job;
  const counts = counters === null ? `${formatted(done)} ${unit}` : countsOf(counters);
  if (isDryRun === true) return `It has written nothing. These would be the counts: ${counts}.`;
  if (state === 'finished') return `${counts.charAt(0).toUpperCase()}${counts.slice(1)}.`;
  return `Until then: ${counts}. Its page has ${state === 'failed' ? 'the reason' : 'the details'}:`;
}

/** "12 added, 3 updated, 2 skipped, 1 failed": counters with a reason, such as skipped_duplicate, together and only if there are any. */
function countsOf(counters: Readonly<Record<string, number>>): string {
  const sums = new Map<string, number>();
  for (const [name, count] of Object.entries(counters)) {
    const [word = name, reason] = name.split('_');
    if (reason === undefined || count > 0) sums.set(word, (sums.get(word) ?? 0) + count);
  }
  const ordered = [...sums].sort(([one], [other]) => placeOf(one) - placeOf(other));
  return ordered.map(([word, count]) => `${formatted(count)} ${word}`).join(', ');
}

/** Failures are read last, and what was skipped before them. */
function placeOf(word: string): number {
  return ['skipped', 'failed'].indexOf(word);
}

function formatted(count: number): string {
  return new Intl.NumberFormat('en-US').format(count);
}
