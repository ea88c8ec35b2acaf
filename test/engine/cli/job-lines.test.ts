import { describe, expect, it } from 'vitest';
import { jobLines } from '../../../engine/cli/job-lines.ts';
import type { Inspection } from '../../../engine/jobs/inspect-job.ts';

const JOB = {
  workflowId: 'subscriber-import/48',
  kind: 'subscriber_import',
  state: 'paused',
  organizationId: 1,
  mailingListId: 2,
  done: 3,
  total: 10,
  beganAt: '2026-03-02T09:30:00Z',
  endedAt: null,
  error: null,
};
const inspected = (view: Partial<NonNullable<Inspection['view']>>): Inspection => ({
  view: { state: 'paused', health: 'ok', error_message: null, ...view },
  facts: { workflowId: JOB.workflowId, activities: [], isDeciding: false, brokenBy: null },
  diagnosis: null,
  lastCommand: null,
});

describe('a job on a screen of its own', () => {
  it('that a guard has paused names the reason, and both ways on', () => {
    expect(jobLines(JOB, inspected({ pause_reason: '5 of 10 records failed.' }), null).slice(-2)).toEqual([
      '  Paused by a guard: 5 of 10 records failed.',
      '  To go on past it: npx sluice job 48 unpause. To end it: npx sluice job 48 cancel',
    ]);
  });

  it('that a command has paused says so', () => {
    expect(jobLines(JOB, inspected({}), null).slice(-2)).toEqual([
      '  Paused by a command.',
      '  To resume: npx sluice job 48 unpause',
    ]);
  });

  it('says that it is a dry run, and how many rows change nothing', () => {
    const lines = jobLines(JOB, inspected({ is_dry_run: true, counters: { updated: 3 }, unchanged: 2 }), null);
    expect(lines[0]).toBe('subscriber-import/48: paused, dry run');
    expect(lines).toContain('  updated 3; unchanged 2 of updated');
  });
});
