import type { AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';

/** The state of a job's machine, by the machine's own definition. */
export interface MachineState {
  /** Whether the machine takes a command in this state. */
  readonly can: (command: string) => boolean;
  /** The states that it is in, from the outermost one; names joined with dots. */
  readonly path: readonly string[];
  /** Whether it has ended. */
  readonly hasEnded: boolean;
}

/**
 * Restores a state of a machine from its value, which the service shows. Null for a value that this machine does not know, for
 * example while the service has another version.
 */
export function machineStateOf(machine: AnyStateMachine, value: unknown): MachineState | null {
  let snapshot: AnyMachineSnapshot;
  try {
    // No command depends on the context.
    snapshot = machine.resolveState({ value: value as StateValue, context: {} });
  } catch {
    return null;
  }
  return {
    can: (command) => snapshot.can({ type: command.toUpperCase(), reason: '' }),
    path: pathOf(snapshot.value as StateValue),
    hasEnded: snapshot.hasTag('ended'),
  };
}

/**
 * The value of a machine from the public state of a job, which is the name of a state at the top or inside the first one; null if
 * there is none of that name. It says less than the value that the service shows, and is there when no worker answers.
 */
export function valueOfPublicState({ root }: AnyStateMachine, state: string): StateValue | null {
  if (state in root.states) return state;
  const [first] = root.initial.target;
  return first !== undefined && state in first.states ? { [first.key]: state } : null;
}

/** The states of a value, each with the names of those around it. */
function pathOf(value: StateValue, around = ''): string[] {
  const [name, inner] = typeof value === 'string' ? [value, undefined] : (Object.entries(value)[0] ?? ['']);
  const id = around === '' ? name : `${around}.${name}`;
  return inner === undefined ? [id] : [id, ...pathOf(inner, id)];
}
