import type { AnyMachineSnapshot, AnyStateNode, StateValue } from 'xstate';
import type { MachineStateView } from './messages.ts';

/** The state of the machine itself, of which the public state is a summary. */
export function machineStateView(snapshot: AnyMachineSnapshot): MachineStateView {
  const value = snapshot.value as StateValue;
  const [remembered] = Object.values(snapshot.historyValue as Record<string, AnyStateNode[]>).flat();
  const leadsBack = remembered !== undefined && snapshot.can({ type: 'UNPAUSE' });
  return { machine_state: { value, returns_to: leadsBack ? remembered.path.join('.') : null } };
}
