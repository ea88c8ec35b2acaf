import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_JOB_KINDS } from '../../../engine/job-kinds/index.ts';
import { countEndedJobs } from '../../../engine/metrics/ended-jobs.ts';
import type { CountEnd } from '../../../engine/metrics/ended-jobs.ts';
import { FAULT_TYPES } from '../../../machines/faults.ts';

describe('the counters of ended jobs', () => {
  let registry: Registry;
  let countEnd: CountEnd;
  beforeEach(() => {
    registry = new Registry();
    countEnd = countEndedJobs(registry, { kinds: CLIENT_JOB_KINDS, faults: FAULT_TYPES });
  });

  const valueOf = async (line: string) => {
    const found = (await registry.metrics()).split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? null : Number(found.split(' ').at(-1));
  };
  const series = async () => (await registry.metrics()).split('\n').filter((line) => /^sluice_/.test(line)).length;

  it('begin at 0 for every kind, state and fault, so that the first one is an increase', async () => {
    for (const { name, ownFaults = [] } of CLIENT_JOB_KINDS) {
      expect(await valueOf(`sluice_jobs_ended_total{kind="${name}",state="cancelled"}`)).toBe(0);
      for (const reason of [...FAULT_TYPES, ...ownFaults]) {
        expect(await valueOf(`sluice_jobs_failed_total{kind="${name}",reason="${reason}"}`)).toBe(0);
      }
    }
  });

  it('count each end, and the faults of those that failed', async () => {
    const kind = CLIENT_JOB_KINDS[0]!.name;
    for (const state of ['importing', 'paused', 'finished', 'finished', 'cancelled']) countEnd({ kind, state });
    countEnd({ kind, state: 'failed', fault: 'UnreadableSource' });
    expect(await valueOf(`sluice_jobs_ended_total{kind="${kind}",state="finished"}`)).toBe(2);
    expect(await valueOf(`sluice_jobs_ended_total{kind="${kind}",state="cancelled"}`)).toBe(1);
    expect(await valueOf(`sluice_jobs_ended_total{kind="${kind}",state="failed"}`)).toBe(1);
    expect(await valueOf(`sluice_jobs_failed_total{kind="${kind}",reason="UnreadableSource"}`)).toBe(1);
  });

  it('have no more series, whatever a job failed with', async () => {
    const before = await series();
    const kind = CLIENT_JOB_KINDS[0]!.name;
    countEnd({ kind, state: 'failed', fault: 'TypeError of ann@example.com' });
    countEnd({ kind, state: 'failed' });
    countEnd({ kind: 'unknown', state: 'failed' });
    expect(await series()).toBe(before);
    expect(await valueOf(`sluice_jobs_failed_total{kind="${kind}",reason="InternalFault"}`)).toBe(2);
  });
});
