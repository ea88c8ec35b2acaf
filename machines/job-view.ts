import type { AnyMachineSnapshot, StateValue } from 'xstate';

/** The part of the public view that jobs of every kind have; plain JSON. */
export interface JobView<State extends string = string> {
  readonly state: State;
  readonly health: 'ok' | 'stalled';
  readonly error_message: string | null;
  /** The type of the fault that it failed with; absent unless it has failed. */
  readonly fault_type?: string;
}

/** The context of a machine, as far as every view depends on it; absent parts are those of older snapshots. */
interface FaultContext {
  readonly error?: string | null;
  readonly faultType?: string | null;
}

/** Returns that part of a snapshot. `State`: the public states, which are the first level of the machine and of its state `active`. */
export function jobView<State extends string>(snapshot: AnyMachineSnapshot): JobView<State> {
  const { error = null, faultType } = snapshot.context as FaultContext;
  return {
    state: publicState(snapshot.value as StateValue) as State,
    health: snapshot.hasTag('stalled') ? 'stalled' : 'ok',
    error_message: error,
    ...(snapshot.value === 'failed' && typeof faultType === 'string' && { fault_type: faultType }),
  };
}

/** Returns the name of a state, or that of the state within `active`. */
export function publicState(value: StateValue): string {
  if (typeof value === 'string') return value;
  const { active = '' } = value;
  return typeof active === 'string' ? active : (Object.keys(active)[0] ?? '');
}
