import type { ClientDeps } from './deps.ts';
import type { SweptKind } from './swept-jobs.ts';

/** What every factory of activities gets: the world, and the kinds of jobs that are to be swept. */
export interface WorkerDeps extends ClientDeps {
  readonly sweptKinds: readonly SweptKind[];
}

type Factory = (deps: WorkerDeps) => object;

/**
 * Makes the activities of one worker out of all that the registry (index.ts) exports: factories and swept kinds.
 * @throws Error when two factories make an activity of the same name
 */
export function composeActivities(registry: Readonly<Record<string, Factory | SweptKind>>, deps: ClientDeps): object {
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
