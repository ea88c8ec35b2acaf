import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLIENT_JOB_KINDS } from '../../../engine/job-kinds/index.ts';
import { endedJobMessage } from '../../../engine/mail/ended-job-message.ts';
import type { EndedJob } from '../../../engine/mail/ended-job-message.ts';

const ORIGIN = { from: 'sluice@example.com', consoleUrl: 'https://mail.example.com/console/' };
const messageOf = (job: Partial<EndedJob['job']>, words: Partial<EndedJob> = {}) =>
  endedJobMessage(
    {
      job: { id: 48, state: 'finished', done: 0, counters: null, isDryRun: null, ...job },
      ...{ title: 'Export', unit: 'subscribers exported', path: '/exports', ...words },
    },
    { to: 'ann@example.com', uid: 'u-1' },
    ORIGIN,
  );

describe('the mail about the end of a job', () => {
  it('has its end, its counts, and the link to its page', () => {
    expect(messageOf({ done: 12_345 })).toEqual({
      from: { name: 'Sluice', address: 'sluice@example.com' },
      to: 'ann@example.com',
      messageId: '<u-1@example.com>',
      subject: 'Export 48 is finished',
      text: `Hello,

Export 48 is finished. 12,345 subscribers exported.

https://mail.example.com/console/exports/48

You started it. Such mails are switched on and off at https://mail.example.com/console/account
`,
    });
  });

  it('adds up what was skipped, and has failures last, also when there are none', () => {
    const counters = {
      added: 1_200,
      failed: 0,
      updated: 3,
      skipped_active: 2,
      skipped_duplicate: 5,
      skipped_bounced: 0,
    };
    expect(messageOf({ counters }).text).toContain('is finished. 1,200 added, 3 updated, 7 skipped, 0 failed.\n');
    expect(messageOf({ counters: { added: 1, failed: 2, skipped_duplicate: 0 } }).text).toContain(
      '. 1 added, 2 failed.',
    );
  });

  it.each([
    ['failed', 'Import 48 has failed. Until then: 1 added, 0 failed. Its page has the reason:'],
    ['cancelled', 'Import 48 was cancelled. Until then: 1 added, 0 failed. Its page has the details:'],
  ])('says what was done until the job %s', (state, sentence) => {
    expect(messageOf({ state, counters: { added: 1, failed: 0 } }, { title: 'Import' }).text).toContain(sentence);
  });

  it('says that a dry run has written nothing', () => {
    const { subject, text } = messageOf({ isDryRun: true, counters: { added: 1, failed: 0 } }, { title: 'Import' });
    expect(subject).toBe('Dry run 48 is finished');
    expect(text).toContain('It has written nothing. These would be the counts: 1 added, 0 failed.');
  });

  it('names the jobs of each kind and their pages as the console does', async () => {
    const kinds = new URL('../../../console/jobs/kinds/', import.meta.url);
    const shown: object[] = [];
    for (const folder of readdirSync(kinds)) {
      const { jobName } = (await import(new URL(`${folder}/name.ts`, kinds).pathname)) as { jobName: ShownName };
      const { jobType, title, path } = jobName;
      shown.push({ jobType, title, path });
    }
    const named = CLIENT_JOB_KINDS.map(({ listed: { jobType }, page }) => ({ jobType, ...page }));
    expect(named).toHaveLength(shown.length);
    expect(named).toEqual(expect.arrayContaining(shown));
  });
});

interface ShownName {
  readonly jobType: string;
  readonly title: string;
  readonly path: string;
}
