import type { CommandAnswer, ClientCommand, Jobs } from '../../../api/jobs/jobs.ts';
import { NotAnswered } from '../../../api/jobs/not-answered.ts';
import type { Inspection } from '../../../engine/jobs/inspect-job.ts';
import type { JobAction } from '../../../engine/jobs/job-actions.ts';
import type { JobsReport } from '../../../engine/jobs/watch/jobs-report.ts';
import type { JobStart } from '../../../engine/jobs/start-job.ts';
import type { CommandActor } from '../../../workflows/messages.ts';
import type { SubscriberImportView } from '../../../machines/subscriber-import-view.ts';

/** Jobs without workflows: they remember what they were told and answer what a test sets. */
export interface FakeJobs extends Jobs {
  readonly started: JobStart[];
  readonly commands: { workflowId: string; name: ClientCommand; by: CommandActor }[];
  /** The webhook endpoints whose deliveries were retried. */
  readonly retriedEndpoints: { id: number; by: CommandActor }[];
  /** Whether Temporal can be reached. */
  reachable: boolean;
  /** Outcomes of the next commands, in order; the last one is repeated. */
  outcomes: CommandAnswer['outcome'][];
  /** Done before a command is answered. */
  onCommand: (name: ClientCommand) => Promise<void>;
  readonly views: Map<string, SubscriberImportView>;
  readonly inspections: Map<string, Inspection>;
  /** The actions of operators. */
  readonly actions: { workflowId: string; action: JobAction; by: CommandActor }[];
  /** The jobs of the report. */
  readonly unhealthy: JobsReport['stuckOrStalled'][number][];
}

export function createFakeJobs(): FakeJobs {
  const fake: FakeJobs = {
    started: [],
    commands: [],
    retriedEndpoints: [],
    reachable: true,
    outcomes: ['done'],
    onCommand: () => Promise.resolve(),
    views: new Map(),
    inspections: new Map(),
    actions: [],
    unhealthy: [],
    start: (job) => {
      if (fake.reachable) fake.started.push(job);
      return Promise.resolve(fake.reachable);
    },
    view: ({ workflowId }) => Promise.resolve(fake.views.get(workflowId) ?? null),
    retryDeliveries: ({ id }, by) => {
      if (fake.reachable) fake.retriedEndpoints.push({ id, by });
      return Promise.resolve();
    },
    taskQueues: () => Promise.resolve(fake.reachable ? { workers: 1, lastPollAt: null, backlogs: [] } : null),
    jobHealths: () => Promise.resolve(fake.reachable ? new Map() : null),
    inspect: ({ workflowId }) =>
      fake.reachable ? Promise.resolve(fake.inspections.get(workflowId) ?? null) : Promise.reject(away()),
    perform: (_db, { workflowId }, action, by) => {
      if (!fake.reachable) return Promise.reject(away());
      fake.actions.push({ workflowId, action, by });
      return Promise.resolve(`${workflowId} accepted ${action}.`);
    },
    report: () =>
      Promise.resolve(
        fake.reachable
          ? {
              taskQueues: { workers: 1, lastPollAt: null, backlogs: [] },
              running: 0,
              stuckOrStalled: fake.unhealthy,
              unchecked: 0,
            }
          : null,
      ),
    unhealthyJobs: () => Promise.resolve(fake.reachable ? [] : null),
    command: async ({ workflowId }, name, by) => {
      fake.commands.push({ workflowId, name, by });
      await fake.onCommand(name);
      const outcome = (fake.outcomes.length > 1 ? fake.outcomes.shift() : fake.outcomes[0]) ?? 'done';
      return outcome === 'done' ? { outcome, view: fake.views.get(workflowId) ?? null } : { outcome };
    },
  };
  return fake;
}

function away(): NotAnswered {
  return new NotAnswered('no worker took it');
}
