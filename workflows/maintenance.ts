import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { createHousekeepingActivities } from '../engine/activities/housekeeping.ts';
import { maintenanceDetails } from './maintenance-details.ts';
import { createPart } from './maintenance-part.ts';
import type { MaintenancePart, PartRun, PartState } from './maintenance-part.ts';

type Activities = ReturnType<typeof createHousekeepingActivities>;

const { sweepJobs, purgeImports, purgePendingSubscribers } = proxyActivities<Activities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 },
});

/** Needs no slot: workers whose every slot waits, say for a lock, are what a diagnosis is for. */
const { diagnoseJobs } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '5m',
  retry: { maximumAttempts: 3 },
});

const SECOND = 1_000;

/** How often each part runs, and what it does. */
const PARTS = {
  diagnose: { everyMs: 30 * SECOND, perform: diagnoseJobs },
  reconcile: { everyMs: 60 * SECOND, perform: sweepJobs },
  purge: { everyMs: 3_600 * SECOND, perform: purge },
} as const;

/** The parts by name, as they travel from one run to the next. */
export type MaintenanceState = Readonly<Partial<Record<keyof typeof PARTS, PartState>>>;

/** A suggestion of the server comes at about this many events; a server that makes none is not waited for. */
const HISTORY_EVENTS = 4_000;

export const maintenanceState = defineQuery<MaintenanceState>('maintenanceState');

/**
 * Everything that is done for jobs from outside of them, as one workflow that never ends: `diagnose` tells jobs what they are
 * stuck by, `reconcile` closes the gap between the rows of jobs and their workflows, `purge` deletes what expired. Each part
 * has a loop of its own, so that a slow one delays no other. A signal or an update of a part's name runs it at once; the
 * signals `pause` and `unpause` with a part's name stop and resume its periodic runs.
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

/** Both at once: neither waits for the other, and a failure of one is told when both have ended. */
async function purge(): Promise<Record<string, number>> {
  const [imports, pending] = await Promise.allSettled([purgeImports(), purgePendingSubscribers()]);
  if (imports.status === 'rejected') throw imports.reason;
  if (pending.status === 'rejected') throw pending.reason;
  return { ...imports.value, ...pending.value };
}
