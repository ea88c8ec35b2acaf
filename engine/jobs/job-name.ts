const IMPORT_PREFIX = 'subscriber-import/';

/** How an operator names a job on the command line: an import by its id, any other job by its workflow id. */
export function jobName(workflowId: string): string {
  return workflowId.startsWith(IMPORT_PREFIX) ? workflowId.slice(IMPORT_PREFIX.length) : workflowId;
}

/** The workflow id of the job that an operator has named; null when the name is none. */
export function workflowIdOf(name: string): string | null {
  if (/^[1-9]\d{0,15}$/.test(name)) return `${IMPORT_PREFIX}${name}`;
  return /^(?:subscriber-import|list-deletion)\/[1-9]\d{0,15}$/.test(name) ? name : null;
}
