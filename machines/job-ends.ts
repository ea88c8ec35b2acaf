import { faultOf, operatorFault } from './faults.ts';

/** Parameters of a guard or an action that depends on the fault of a rejected actor. `Type`: the types of its kind of job. */
export function faultParams<Type extends string = never>() {
  return { params: ({ event }: { event: { error: unknown } }) => faultOf<Type>(event) } as const;
}

/**
 * Makes the transitions to the ends of a machine, and the states `paused`, `finished`, `failed` and `cancelled`. The machine has the action
 * `rememberFault`, the guard `isEnded`, and its work in the state `active`, which remembers where it was in `remembered`.
 */
export function jobEnds<Type extends string = never>(id: string) {
  const fault = faultParams<Type>();
  const failByOperator = {
    target: `#${id}.failed`,
    actions: {
      type: 'rememberFault',
      params: ({ event }: { event: { reason: string } }) => operatorFault(event),
    },
  } as const;
  return {
    /** The row was ended by something else, such as the deletion of a list. */
    cancelWithRow: { guard: { type: 'isEnded', ...fault }, target: `#${id}.cancelled` },
    failWithFault: { target: `#${id}.failed`, actions: { type: 'rememberFault', ...fault } },
    stall: { target: 'stalled', actions: { type: 'rememberFault', ...fault } },
    failByOperator,
    states: {
      paused: {
        tags: 'checkpoint',
        on: { UNPAUSE: 'active.remembered', CANCEL: 'cancelled', FAIL: failByOperator },
      },
      finished: { tags: 'ended' },
      failed: { tags: 'ended' },
      cancelled: { tags: 'ended' },
    },
  } as const;
}

/** Makes the states around the work of a state that does one part after the other: the `checkpoint` between two, and `stalled`. */
export function aroundParts<const Work extends string>(work: Work) {
  return {
    checkpoint: { tags: 'checkpoint', on: { PROCEED: work } },
    stalled: { tags: 'stalled', on: { RETRY: { target: work, actions: 'forgetFault' } } },
  } as const;
}
