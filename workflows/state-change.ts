import type { JobView, LastCommand } from './messages.ts';

/** Returns the input of the activity that records the state of a job; usual values are left out of the payload. */
export function stateChange({ state, health, error_message, fault_type }: JobView, commands: readonly LastCommand[]) {
  return {
    ...{ state, errorMessage: error_message },
    ...(fault_type !== undefined && { fault: fault_type }),
    ...(health === 'stalled' && { isStalled: true as const }),
    ...(commands.length > 0 && { commands }),
  };
}
