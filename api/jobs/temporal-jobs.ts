import {
  isGrpcServiceError,
  QueryNotRegisteredError,
  QueryRejectedError,
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { isPostgresAway } from '../../engine/db/core/postgres-away.ts';
import { NoAnswer } from '../../engine/platform/errors.ts';
import { jobLogIds } from '../../engine/job-kinds/log-ids.ts';
import { readDependencyHealth } from '../../engine/jobs/dependency-health.ts';
import { inspectJob } from '../../engine/jobs/inspect-job.ts';
import { performJobAction } from '../../engine/jobs/job-actions.ts';
import { readJobsReport } from '../../engine/jobs/watch/jobs-report.ts';
import { countDown, withTimeout, TimedOut } from '../../engine/platform/timeouts.ts';
import type { CallLimit } from '../../engine/platform/timeouts.ts';
import { commandJob } from '../../engine/jobs/command-job.ts';
import { startJob } from '../../engine/jobs/start-job.ts';
import { retryDeliveries } from '../../engine/jobs/webhook-endpoint.ts';
import { readTaskQueues } from '../../engine/jobs/task-queue.ts';
import type { KnownJob, TemporalClient } from '../../engine/jobs/temporal-client.ts';
import { countUnhealthyJobs, readJobHealths } from '../../engine/jobs/jobs-in-temporal.ts';
import { JOB_VIEW } from '../../workflows/names.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';
import { coalesce, coalescePerKey } from '../http/coalesce.ts';
import type { Jobs } from './jobs.ts';
import { NotAnswered } from './not-answered.ts';

const START_MS = 5000;
const QUERY_MS = 2000;
/** A job takes no command while it does a small import at once, which takes up to 3 s; on a busy machine its tasks wait as long. */
const ACCEPTANCE_MS = 8000;
/** Limit of a command in all, so that a call is answered within 15 s. */
const COMMAND_MS = 12_000;
/** Limit of an operator's command, before which the run of the job may be read for 5 s. */
const ACTION_MS = 8_000;

export interface TemporalJobs extends Jobs {
  /** Waits for the client's open calls: closing a connection between two of their attempts would end the process. */
  drain(): Promise<void>;
}

/** Dependencies of the jobs. */
export interface TemporalJobsDeps {
  readonly client: TemporalClient;
  readonly pool: Pool;
  readonly log: FastifyBaseLogger;
  /** Resolves when the namespace is known to belong to the database. @throws as long as it is not */
  readonly own: () => Promise<void>;
}

/** The jobs as workflows of Temporal. A worker or server that is away costs a caller seconds, never an unbounded wait. */
export function createTemporalJobs({ client, pool, log, own }: TemporalJobsDeps): TemporalJobs {
  const pending = new Set<Promise<unknown>>();
  const within = <T>(ms: number, call: () => Promise<T>) => {
    const answer = client.withDeadline(Date.now() + ms, () => own().then(call));
    pending.add(answer);
    const forget = () => void pending.delete(answer);
    answer.then(forget, forget);
    // The client waits for its next attempt past the deadline when the server cannot be reached; a caller does not.
    return withTimeout(ms, answer);
  };

  const orNull = async <T>(call: () => Promise<T>): Promise<T | null> => {
    try {
      return await within(QUERY_MS, call);
    } catch (error) {
      if (!isServiceFault(error)) throw error;
      return null;
    }
  };

  const dependencyHealth = coalesce(() => readDependencyHealth(pool));

  return {
    drain: async () => void (await Promise.allSettled(pending)),

    start: async (job) => {
      try {
        await within(START_MS, () => startJob(client, job));
      } catch (error) {
        if (!isServiceFault(error) && !(error instanceof Error && isPostgresAway(error))) throw error;
        log.warn({ ...jobLogIds(job.workflowId), fault: error.message }, 'a job was not started; maintenance will');
        return false;
      }
      return true;
    },

    // Of queries that come during a workflow task Temporal keeps one, and has the client try the others again after a second.
    view: coalescePerKey(keyOf, async (job) => {
      try {
        return await within(QUERY_MS, () =>
          client.asJob(job, (handle) => handle.query<SubscriberImportView>(JOB_VIEW)),
        );
      } catch (error) {
        if (!isWithoutAnswer(error)) throw error;
        log.debug({ ...jobLogIds(job.workflowId), fault: error.message }, 'no view of a job');
        return null;
      }
    }),

    command: async (job, name, by) => {
      const leftMs = countDown(COMMAND_MS);
      const limit: (ms: number) => CallLimit = (ms) => (call) => within(Math.min(ms, leftMs()), call);
      try {
        const result = await commandJob(client, job, name, {
          by,
          accept: limit(ACCEPTANCE_MS),
          complete: limit(COMMAND_MS),
        });
        // Under this workflow id an import answers.
        return result.outcome === 'done' ? { ...result, view: result.view as SubscriberImportView | null } : result;
      } catch (error) {
        if (!isServiceFault(error)) throw error;
        log.warn({ ...jobLogIds(job.workflowId), command: name, fault: error.message }, 'no worker answered a command');
        return { outcome: 'unanswered' };
      }
    },

    retryDeliveries: async (endpoint, by) => {
      try {
        await within(QUERY_MS, () => retryDeliveries(client, endpoint, by));
      } catch (error) {
        if (!isServiceFault(error)) throw error;
        log.warn(
          { endpointId: endpoint.id, fault: error.message },
          'Temporal did not take a call; maintenance delivers',
        );
      }
    },

    // A scrape of the metrics reads them for gauges of their own and for those of what the API depends on.
    taskQueues: coalesce(() => orNull(() => readTaskQueues(client))),

    jobHealths: () =>
      orNull(async () => {
        const healths = await readJobHealths(client);
        return healths && new Map([...healths].map(([workflowId, { health }]) => [workflowId, health]));
      }),

    inspect: coalescePerKey(keyOf, async (job) => {
      const dependencies = await dependencyHealth();
      const limit: CallLimit = (call) => within(QUERY_MS, call);
      return orNotAnswered(UNSEEN, () => inspectJob(client, job, { dependencies, limit }));
    }),

    perform: (db, job, action, by) => {
      const temporal = () => own().then(() => client);
      const context = { by, temporal, pool: () => Promise.resolve(db), commandMs: ACTION_MS };
      return orNotAnswered(UNKNOWN, () => performJobAction(context, { job, action }));
    },

    report: coalesce(() =>
      readJobsReport(client, pool).catch((error: unknown) => {
        if (!isServiceFault(error)) throw error;
        return null;
      }),
    ),

    unhealthyJobs: () => orNull(() => countUnhealthyJobs(client)),
  };
}

/** Callers that know a job by different keys do not share an answer. */
function keyOf({ workflowId, jobKey }: KnownJob): string {
  return JSON.stringify({ workflowId, jobKey });
}

const UNSEEN = 'Temporal does not answer, so the job cannot be looked at; it continues when Temporal is back';
const UNKNOWN =
  'Temporal does not answer, so it is not known whether the action took effect; ' +
  'nothing of the job is lost: look at it and send the action again if needed';

/** @throws NotAnswered, with what the error says or else with `sentence`, when no worker or Temporal does not answer */
async function orNotAnswered<Answer>(sentence: string, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NoAnswer) throw new NotAnswered(error.message, error);
    if (isServiceFault(error)) throw new NotAnswered(sentence, { isOutcomeUnknown: sentence === UNKNOWN });
    throw error;
  }
}

function isServiceFault(error: unknown): error is Error {
  return (
    error instanceof TimedOut ||
    error instanceof ServiceError ||
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    isGrpcServiceError(error)
  );
}

function isWithoutAnswer(error: unknown): error is Error {
  return (
    isServiceFault(error) ||
    error instanceof WorkflowNotFoundError ||
    error instanceof QueryNotRegisteredError ||
    error instanceof QueryRejectedError
  );
}
