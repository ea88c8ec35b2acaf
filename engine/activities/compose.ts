import type { ClientDeps } from './deps.ts';
import type { SweptKind } from './swept-jobs.ts';

/** The kinds of jobs, as far as maintenance and the deletion of a list find their jobs. */
export interface Kinds {
  readonly sweptKinds: readonly SweptKind[];
}

/** What every factory of activities gets: the world, and the kinds of jobs. */
export interface WorkerDeps extends ClientDeps, Kinds {}

type Factory = (deps: WorkerDeps) => object;

/** What a module of activities exports: factories, and how the sweep finds the jobs of its kind. */
export type ActivityModule = Readonly<Record<string, Factory | SweptKind>>;

/**
 * Makes the activities of one worker out of all that the registry (index.ts) knows: factories and swept kinds.
 * @throws Error when two factories make an activity of the same name
 */
export function composeActivities(registry: ActivityModule, deps: ClientDeps): object {
  const exported = Object.values(registry);
  const sweptKinds = exported.filter((entry) => typeof entry !== 'function');
  const activities: Record<string, unknown> = {};
  for (const factory of exported.filter((entry) => typeof entry === 'function')) {
    for (const [name, activity] of Object.entries(factory({ ...deps, sweptKinds }))) {
      if (name in activities) throw new Error(`Two activities are called ${name}.`);
      activities[name] = activity;
    }
  }
  return activities;
}
