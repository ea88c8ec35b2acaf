import type { ClientDeps } from './deps.ts';
import type { MaintainedKind } from './maintained-kind.ts';

/** The kinds of jobs, as far as maintenance and the deletion of a list find their jobs. */
export interface Kinds {
  readonly maintainedKinds: readonly MaintainedKind[];
}

/** Dependencies of every factory of activities: pools and clients, and the kinds of jobs. */
export interface WorkerDeps extends ClientDeps, Kinds {}

type Factory = (deps: WorkerDeps) => object;

/** Exports of a module of activities: factories, and the maintained kind by which maintenance finds the jobs. */
export type ActivityModule = Readonly<Record<string, Factory | MaintainedKind>>;

/**
 * Makes the activities of one worker out of all that the registry (index.ts) knows: factories and maintained kinds.
 * @throws Error when two factories make an activity of the same name
 */
export function composeActivities(registry: ActivityModule, deps: ClientDeps): object {
  const exported = Object.values(registry);
  const maintainedKinds = exported.filter((entry) => typeof entry !== 'function');
  const activities: Record<string, unknown> = {};
  for (const factory of exported.filter((entry) => typeof entry === 'function')) {
    for (const [name, activity] of Object.entries(factory({ ...deps, maintainedKinds: maintainedKinds }))) {
      if (name in activities) throw new Error(`Two activities are called ${name}.`);
      activities[name] = activity;
    }
  }
  return activities;
}
