/** Stands in for the work of a machine until its workflow provides it. */
export function notProvided(): Promise<never> {
  return Promise.reject(new Error('The workflow provides the work of this machine.'));
}
