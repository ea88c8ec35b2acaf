import type { WorkflowExecutionDescription } from '@temporalio/client';
import { ScheduleNotFoundError, WorkflowNotFoundError } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { Logger } from 'pino';
import type { MaintenanceState } from '../../workflows/maintenance.ts';
import { readJobFacts } from './job-facts.ts';
import { createMaintenanceProgress } from './maintenance-progress.ts';
import type { MaintenanceProgress } from './maintenance-progress.ts';
import { checkRegularly } from './regular-checks.ts';
import type { TemporalClient } from './temporal-client.ts';

/** Temporal Schedules of versions before the maintenance was one workflow. */
const OLD_SCHEDULES = ['sluice-sweep', 'sluice-diagnose', 'sluice-purge'];

/**
 * Keeps the maintenance workflow running: starts it, deletes the schedules of older versions, and checks several times a minute
 * whether it goes on.
 * @returns a function that stops these checks in this process; the workflow keeps running
 */
export async function keepMaintenance(client: TemporalClient, log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
  await deleteOldSchedules(client);
  const progress = createMaintenanceProgress();
  await reconcileJobs(client, log);
  return checkRegularly(client, {
    check: () => ensureMaintenance(client, log, progress),
    ...{ everyMs: CHECK_MS, limitMs: CALL_TIMEOUT_MS },
    onError: (error) => log.warn({ err: error }, 'the maintenance workflow could not be checked'),
  });
}

/** Makes the maintenance compare jobs with their workflows now: Temporal or Postgres may have been restored. Starts it unless it runs. */
export async function reconcileJobs(client: TemporalClient, log: Pick<Logger, 'warn'>): Promise<void> {
  // Its state is looked at later: the query would wait for a worker, and this one may not poll yet.
  await ensureMaintenance(client, log, null);
  await client.workflow.getHandle(client.names.maintenance).signal('reconcile');
}

const CHECK_MS = 20_000;
const CALL_TIMEOUT_MS = 10_000;

/**
 * Starts the maintenance workflow unless it runs, and replaces one whose history does not fit the code of the workers, or that
 * stands still. What an operator has paused stays paused.
 * @param progress what earlier looks have seen; null for none, and whether it stands still is not looked at
 */
export async function ensureMaintenance(
  client: TemporalClient,
  log: Pick<Logger, 'warn'>,
  progress: MaintenanceProgress | null,
): Promise<void> {
  const running = await describeRunning(client);
  if (running !== null) {
    const brokenBy =
      (await failureOf(client, running)) ?? (progress === null ? null : await standstillOf(client, progress));
    if (brokenBy === null) return;
    log.warn(
      { workflowId: client.names.maintenance, brokenBy },
      'the maintenance workflow cannot continue; starting a new one',
    );
    await nullIfNotFound(
      client.workflow.getHandle(client.names.maintenance, running.runId).terminate(`Replaced: ${brokenBy}.`),
    );
  }
  await client.workflow.start('maintenance', {
    workflowId: client.names.maintenance,
    taskQueue: client.names.taskQueue,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: argumentsOf(progress?.lastState() ?? null),
    // Above the priority of jobs: it must find what blocks them.
    priority: { priorityKey: 1 },
    staticSummary: 'Diagnoses, reconciles and purges jobs',
    staticDetails: DETAILS,
  });
}

const DETAILS =
  'Parts: `diagnose` (every 30 s) finds what blocks jobs, `reconcile` (every minute) starts jobs that have no workflow ' +
  'and fails jobs whose workflow was terminated, `purge` (every hour) deletes expired data. To run a part now, send the ' +
  'signal of its name; to stop and resume its periodic runs, send `pause` or `unpause` with its name. If this workflow ' +
  'is terminated, it is started again within a minute.';

async function describeRunning(client: TemporalClient): Promise<WorkflowExecutionDescription | null> {
  const described = await nullIfNotFound(client.workflow.getHandle(client.names.maintenance).describe());
  return described?.status.name === 'RUNNING' ? described : null;
}

async function nullIfNotFound<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** During a deploy a worker of the other version may fail a task or two; the next one gets it. */
const ATTEMPTS_OF_A_DEPLOY = 3;

async function failureOf(client: TemporalClient, running: WorkflowExecutionDescription): Promise<string | null> {
  if ((running.raw.pendingWorkflowTask?.attempt ?? 0) < ATTEMPTS_OF_A_DEPLOY) return null;
  return (await readJobFacts(client, running)).brokenBy;
}

const STATE_QUERY = 'maintenanceState';

async function standstillOf(client: TemporalClient, progress: MaintenanceProgress): Promise<string | null> {
  const state = await client.workflow
    .getHandle(client.names.maintenance)
    .query<MaintenanceState>(STATE_QUERY)
    .catch(() => null);
  return progress.standsStill(state) ? 'nothing has happened in it for too long' : null;
}

function argumentsOf(state: MaintenanceState | null): [MaintenanceState?] {
  return state === null ? [] : [state];
}

async function deleteOldSchedules(client: TemporalClient): Promise<void> {
  // Only an installation without a prefix can be an older version's.
  if (client.names.workflowIdPrefix !== '') return;
  for (const id of OLD_SCHEDULES) {
    try {
      await client.schedule.getHandle(id).delete();
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    }
  }
}
