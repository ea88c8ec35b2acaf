/** The states in which a job of any kind stays for good. */
export const END_STATES = ['finished', 'failed', 'cancelled'] as const;

/** Whether a job in that state will never change again. */
export function hasEnded(state: string): boolean {
  return (END_STATES as readonly string[]).includes(state);
}
