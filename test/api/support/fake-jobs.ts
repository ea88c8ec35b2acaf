import type { CommandAnswer, ImportCommand, Jobs } from '../../../api/jobs/jobs.ts';
import type { JobStart } from '../../../engine/jobs/start-job.ts';
import type { CommandActor } from '../../../workflows/messages.ts';
import type { SubscriberImportView } from '../../../machines/subscriber-import-view.ts';

/** Jobs without workflows: they remember what they were told and answer what a test sets. */
export interface FakeJobs extends Jobs {
  readonly started: JobStart[];
  readonly commands: { workflowId: string; name: ImportCommand; by: CommandActor }[];
  /** Calls of the workflows of webhook endpoints: the signal and the id of the endpoint. */
  readonly webhookCalls: string[];
  /** Whether Temporal can be reached. */
  reachable: boolean;
  /** What the next commands come to, the last one again and again. */
  outcomes: CommandAnswer['outcome'][];
  /** Done before a command is answered. */
  onCommand: (name: ImportCommand) => Promise<void>;
  readonly views: Map<string, SubscriberImportView>;
}

export function createFakeJobs(): FakeJobs {
  const fake: FakeJobs = {
    started: [],
    commands: [],
    webhookCalls: [],
    reachable: true,
    outcomes: ['done'],
    onCommand: () => Promise.resolve(),
    views: new Map(),
    start: (job) => {
      if (fake.reachable) fake.started.push(job);
      return Promise.resolve(fake.reachable);
    },
    view: (workflowId) => Promise.resolve(fake.views.get(workflowId) ?? null),
    callWebhookEndpoint: ({ id }, call) => {
      if (fake.reachable) fake.webhookCalls.push(`${call} ${id}`);
      return Promise.resolve();
    },
    taskQueues: () => Promise.resolve(fake.reachable ? { workers: 1, backlogs: [] } : null),
    jobHealths: () => Promise.resolve(fake.reachable ? new Map() : null),
    unhealthyJobs: () => Promise.resolve(fake.reachable ? [] : null),
    command: async (workflowId, name, by) => {
      fake.commands.push({ workflowId, name, by });
      await fake.onCommand(name);
      const outcome = (fake.outcomes.length > 1 ? fake.outcomes.shift() : fake.outcomes[0]) ?? 'done';
      return outcome === 'done' ? { outcome, view: fake.views.get(workflowId) ?? null } : { outcome };
    },
  };
  return fake;
}
