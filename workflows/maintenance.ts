import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { createMaintenanceActivities } from '../engine/activities/maintenance.ts';
import { diagnose, MAINTENANCE_OPTIONS } from './housekeeping.ts';
import { createPart } from './maintenance-part.ts';
import type { MaintenancePart, PartRun, PartState } from './maintenance-part.ts';

type Activities = ReturnType<typeof createMaintenanceActivities>;

const { sweepJobs, purgeImports, purgePendingSubscribers } = proxyActivities<Activities>(MAINTENANCE_OPTIONS);

const SECOND = 1_000;

/** Interval and activities of each part. */
const PARTS = {
  diagnose: { everyMs: 30 * SECOND, perform: diagnose },
  reconcile: { everyMs: 60 * SECOND, perform: sweepJobs },
  purge: { everyMs: 3_600 * SECOND, perform: purge },
} as const;

/** The state of each part by name, handed on when the workflow continues as new. */
export type MaintenanceState = Readonly<Partial<Record<keyof typeof PARTS, PartState>>>;

/** Servers suggest to continue as new at about this many events; some suggest nothing. */
const HISTORY_EVENTS = 4_000;

export const maintenanceState = defineQuery<MaintenanceState>('maintenanceState');

/**
 * The periodic work on jobs, as one workflow that never ends. `diagnose` finds what blocks each job and sends it to the job,
 * `reconcile` starts jobs whose workflow was never started and fails those whose workflow is gone, `purge` deletes expired
 * data. Each part has its own loop, so a slow part delays no other. A signal or an update with a part's name runs it
 * immediately; the signals `pause` and `unpause` with a part's name stop and resume its periodic runs. It outlives every version
 * of the workers, so a change of it is guarded with `patched()`.
 */
export async function maintenance(carried: MaintenanceState = {}): Promise<void> {
  const parts = new Map<string, MaintenancePart>();
  const stateOfParts = () => Object.fromEntries([...parts].map(([name, part]) => [name, part.state()]));
  const onChange = () => setCurrentDetails(maintenanceDetails(parts));

  for (const [name, { everyMs, perform }] of Object.entries(PARTS)) {
    const part = createPart({ everyMs, perform, carried: carried[name as keyof typeof PARTS], onChange });
    parts.set(name, part);
    setHandler(defineSignal(name), part.request);
    setHandler(defineUpdate<PartRun>(name), part.runNow);
  }
  for (const name of ['pause', 'unpause']) {
    setHandler(defineSignal<[part?: unknown]>(name), (part) => parts.get(String(part))?.pause(name === 'pause'));
  }
  setHandler(maintenanceState, stateOfParts);
  onChange();

  const isQuiet = () => [...parts.values()].every((part) => part.isIdle()) && allHandlersFinished();
  const mayLeave = condition(() => isHistoryLong() && isQuiet());
  await Promise.race([mayLeave, ...[...parts.values()].map((part) => part.loop())]);
  await continueAsNew<typeof maintenance>(stateOfParts());
}

function isHistoryLong(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > HISTORY_EVENTS;
}

/** Runs both concurrently; throws the failure of one when both have ended. */
async function purge(): Promise<Record<string, number>> {
  const [imports, pending] = await Promise.allSettled([purgeImports(), purgePendingSubscribers()]);
  if (imports.status === 'rejected') throw imports.reason;
  if (pending.status === 'rejected') throw pending.reason;
  return { ...imports.value, ...pending.value };
}

/** The current details of the maintenance in the Temporal UI: a Markdown table of its parts. */
function maintenanceDetails(parts: ReadonlyMap<string, MaintenancePart>): string {
  const rows = [...parts].map(([name, part]) => {
    const { dueAt, isPaused, last } = part.state();
    const next = part.isRunning() ? 'running' : isPaused ? 'paused' : timeOf(new Date(dueAt).toISOString());
    const cells = [
      name,
      `${part.everyMs / 1_000} s`,
      last === null ? '' : timeOf(last.at),
      outcomeOf(part.state()),
      next,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| part | every | last run | outcome | next run |', '|---|---|---|---|---|', ...rows].join('\n');
}

function outcomeOf({ last, failures }: PartState): string {
  if (last === null) return '';
  if (last.failure === null) {
    return Object.entries(last.result ?? {})
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  }
  return `**failed ${failures} ${failures === 1 ? 'time' : 'times'} in a row:** ${last.failure.replaceAll(/[|\n]/g, ' ')}`;
}

function timeOf(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}
