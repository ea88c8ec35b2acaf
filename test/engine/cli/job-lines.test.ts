import { describe, expect, it } from 'vitest';
import { jobLine, jobLines } from '../../../engine/cli/job-lines.ts';
import type { Inspection } from '../../../engine/jobs/inspect-job.ts';

const JOB = {
  workflowId: 'subscriber-import/48',
  kind: 'subscriber_import',
  state: 'paused',
  organizationId: 1,
  organizationName: 'Acme',
  mailingListId: 2,
  mailingListName: 'News',
  done: 3,
  total: 10,
  beganAt: '2026-03-02T09:30:00Z',
  endedAt: null,
  error: null,
  canRestart: false,
  isDryRun: false,
};
const inspected = (view: Partial<NonNullable<Inspection['view']>>): Inspection => ({
  view: { state: 'paused', health: 'ok', error_message: null, ...view },
  facts: { workflowId: JOB.workflowId, activities: [], isDeciding: false, brokenBy: null },
  diagnosis: null,
  lastCommand: null,
});

describe('a job on a screen of its own', () => {
  it('that a limit has paused names the reason, and both ways on', () => {
    expect(jobLines(JOB, inspected({ pause_reason: '5 of 10 records failed.' }), null).slice(-2)).toEqual([
      '  Paused by a limit: 5 of 10 records failed.',
      '  To go on past it: npx sluice job 48 unpause. To end it: npx sluice job 48 cancel',
    ]);
  });

  it('that a command has paused says so', () => {
    expect(jobLines(JOB, inspected({}), null).slice(-2)).toEqual([
      '  Paused by a command.',
      '  To resume: npx sluice job 48 unpause',
    ]);
  });

  it('that has failed names `restart` where the job can be restarted', () => {
    const failed = { ...JOB, state: 'failed', endedAt: JOB.beganAt, error: 'The disk is full.' };
    const advice = (canRestart: boolean) => jobLines({ ...failed, canRestart }, null, null).slice(2);

    expect(advice(true)).toContain('  what to do: npx sluice job 48 restart');
    expect(advice(false).join()).not.toContain('restart');
  });

  it('says that it is a dry run, and how many rows change nothing', () => {
    const dryRun = { ...JOB, isDryRun: true };
    const lines = jobLines(dryRun, inspected({ counters: { updated: 3 }, unchanged: 2 }), null);
    expect(lines.slice(0, 2)).toEqual([
      'subscriber-import/48: paused, dry run',
      '  organization 1 (Acme), mailing list 2 (News), created 2026-03-02T09:30:00Z',
    ]);
    expect(lines).toContain('  updated 3; unchanged 2 of updated');
  });
});

describe('a job as one line of a list', () => {
  const line = (changes: Partial<Parameters<typeof jobLine>[0]>) =>
    jobLine({ ...JOB, health: 'ok', cause: null, ...changes }).replaceAll(/ {2,}/g, '  ');

  it('names its organization and its list, and says that it is a dry run', () => {
    expect(line({ isDryRun: true, health: 'stuck', cause: 'lock_wait' })).toBe(
      '48  subscriber_import  org 1 (Acme)  list 2 (News)  paused, dry run, stuck [######..............] 3 of 10 rows (lock_wait)',
    );
  });

  it('cuts names, and shows no control characters of them', () => {
    expect(line({ organizationName: 'A\u001b[2J', mailingListName: 'Readers of the magazine' })).toContain(
      'org 1 (A?[2J)  list 2 (Readers of the …)  paused  [',
    );
  });

  it('has neither list nor names where they are not known', () => {
    expect(line({ organizationName: null, mailingListId: null, mailingListName: null, isDryRun: null })).toContain(
      'org 1  paused  [',
    );
  });
});
