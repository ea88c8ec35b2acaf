import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../engine/jobs/diagnose.ts';
import type { JobFacts, PendingActivity } from '../../../engine/jobs/job-facts.ts';
import type { DependencyHealth } from '../../../engine/jobs/dependency-health.ts';

const HEALTHY: DependencyHealth = { postgresFault: null, lockWaits: [] };
const ACTIVITY: PendingActivity = {
  id: '7',
  type: 'mergeChunk',
  attempt: 1,
  isPaused: false,
  isStarted: true,
  failure: null,
};
const HOLDER = { pid: 99, applicationName: 'psql', state: 'idle in transaction', seconds: 60 };

describe('what a job is stuck by', () => {
  it.each([
    ['nothing while it works', {}, null],
    ['nothing while one attempt in a row has failed', { attempt: 2, failure: failed('ECONNRESET') }, null],
    ['a paused activity', { isPaused: true }, 'activity_paused'],
    [
      'a full disk of Postgres',
      { attempt: 2, failure: failed('Postgres refused the work with SQLSTATE 53100.') },
      'postgres_full',
    ],
    ['a full file store', { attempt: 2, failure: failed('ENOSPC: no space left on device, write') }, 'files_full'],
    ['a quota of the file store', { attempt: 2, failure: failed('EDQUOT: disk quota exceeded, write') }, 'files_full'],
    ['S3 that refuses', { attempt: 2, failure: failed('The file store failed (SlowDown).') }, 'files_down'],
    ['a file store that refuses', { attempt: 2, failure: failed('EROFS: read-only file system, open') }, 'files_down'],
    [
      'a lost worker',
      { attempt: 2, isStarted: false, failure: failed('activity Heartbeat timeout', true) },
      'worker_lost',
    ],
    ['no lost worker once another is at it', { attempt: 2, failure: failed('activity Heartbeat timeout', true) }, null],
    ['attempts that fail again and again', { attempt: 5, failure: failed('Others kept adding.') }, 'retrying'],
  ])('is %s', (_, activity: Partial<PendingActivity>, cause) => {
    expect(diagnose(job({ activities: [{ ...ACTIVITY, ...activity }] }), HEALTHY)?.cause ?? null).toBe(cause);
  });

  it('is Postgres for a job with work to do, and not for one that waits for its time', () => {
    const dependencies = { ...HEALTHY, postgresFault: 'ECONNREFUSED' };
    expect(diagnose(job({ activities: [ACTIVITY] }), dependencies)?.cause).toBe('postgres_down');
    expect(diagnose(job({ isDeciding: true }), dependencies)?.cause).toBe('postgres_down');
    expect(diagnose(job({}), dependencies)).toBeNull();
  });

  it('is a lock that it has waited for longer than a moment, with its holder and the command that ends it', () => {
    const wait = (seconds: number, workflowId = 'subscriber-import/345') => {
      const lockWaits = [{ workflowId, seconds, holders: [HOLDER] }];
      return diagnose(job({ activities: [ACTIVITY] }), { ...HEALTHY, lockWaits });
    };
    expect(wait(5)).toEqual({
      cause: 'lock_wait',
      sentence:
        'Has waited for a lock for 5 s. Session 99 (psql, idle in transaction) holds it; its transaction began 60 s ago.',
      remedy: 'npx sluice job 345 unblock',
    });
    expect(wait(4)).toBeNull();
    expect(wait(60, 'subscriber-import/3456')).toBeNull();
  });

  it('is a bad deploy before all else, since nothing else can be told', () => {
    const broken = job({ brokenBy: 'nondeterminism', activities: [{ ...ACTIVITY, isPaused: true }] });
    expect(diagnose(broken, HEALTHY)?.cause).toBe('bad_deploy');
  });
});

function job(facts: Partial<JobFacts>): JobFacts {
  return { workflowId: 'subscriber-import/345', activities: [], isDeciding: false, brokenBy: null, ...facts };
}

function failed(message: string, isLostWorker = false) {
  return { message, isLostWorker };
}
