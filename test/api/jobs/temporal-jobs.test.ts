import { Pool } from 'pg';
import {
  QueryNotRegisteredError,
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createTemporalJobs } from '../../../api/jobs/temporal-jobs.ts';
import type { JobStart } from '../../../engine/jobs/start-job.ts';
import { standInClient } from '../../support/stand-in-client.ts';

const log = pino({ level: 'silent' });
const BY = { type: 'api_key', id: 7 } as const;
const JOB = { workflowId: 'subscriber-import/1', jobKey: null };
const GONE = new WorkflowNotFoundError('gone', 'subscriber-import/1', undefined);
const LATE = new WorkflowUpdateRPCTimeoutOrCancelledError('late');
const UNREACHABLE = new ServiceError('unreachable');
const BUG = new TypeError('a bug');

interface Behaviour {
  query?: () => Promise<unknown>;
  startUpdate?: () => Promise<{ result: () => Promise<unknown> }>;
  start?: () => Promise<unknown>;
}

const jobsThat = ({ start, ...handle }: Behaviour) =>
  createTemporalJobs({
    client: standInClient({ workflow: { getHandle: () => handle, start } }),
    pool: new Pool(),
    log,
    own: () => Promise.resolve(),
  });
const failing = (error: Error) => () => Promise.reject(error);
const acceptedThen = (result: () => Promise<unknown>) => () => Promise.resolve({ result });
const failedWith = (type: string) =>
  failing(new WorkflowUpdateFailedError('failed', ApplicationFailure.nonRetryable('no', type)));

describe('jobs on Temporal', () => {
  describe('view', () => {
    it('answers what the workflow answers', async () => {
      const view = { state: 'importing' };
      expect(await jobsThat({ query: () => Promise.resolve(view) }).view(JOB)).toBe(view);
    });

    it.each([
      ['the workflow is gone', GONE],
      ['the service cannot be reached', UNREACHABLE],
      ['the query is not known there', new QueryNotRegisteredError('unknown', 3)],
    ])('is null when %s', async (_, error) => {
      expect(await jobsThat({ query: failing(error) }).view(JOB)).toBeNull();
    });

    it('throws what is a bug', async () => {
      await expect(jobsThat({ query: failing(BUG) }).view(JOB)).rejects.toBe(BUG);
    });
  });

  describe('command', () => {
    it.each([
      ['done', 'it holds', acceptedThen(() => Promise.resolve({}))],
      ['done', 'the workflow ends on it', acceptedThen(failedWith('AcceptedUpdateCompletedWorkflow'))],
      ['done', 'the workflow is gone once it has accepted it', acceptedThen(failing(GONE))],
      ['rejected', 'the validator refuses it', acceptedThen(failedWith('CommandRejected'))],
      ['gone', 'there is no such workflow', failing(GONE)],
      ['unanswered', 'nobody accepts it in time', failing(LATE)],
      ['unanswered', 'it is accepted and not completed in time', acceptedThen(failing(LATE))],
      ['unanswered', 'the service cannot be reached', failing(UNREACHABLE)],
    ] as const)('is %s when %s', async (outcome, _, startUpdate) => {
      expect(await jobsThat({ startUpdate }).command(JOB, 'pause', BY)).toMatchObject({ outcome });
    });

    it.each([failing(BUG), acceptedThen(failedWith('AnotherFault'))])('throws what is a bug', async (startUpdate) => {
      await expect(jobsThat({ startUpdate }).command(JOB, 'pause', BY)).rejects.toThrow();
    });
  });

  describe('start', () => {
    const job = { workflowType: 'subscriberImport', workflowId: 'subscriber-import/1' } as JobStart;

    it('is true once the workflow runs', async () => {
      expect(await jobsThat({ start: () => Promise.resolve() }).start(job)).toBe(true);
    });

    it('is false when the service cannot be reached', async () => {
      expect(await jobsThat({ start: failing(UNREACHABLE) }).start(job)).toBe(false);
    });
  });
});
