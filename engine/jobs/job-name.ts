import { JOB_KINDS } from '../job-kinds/index.ts';

/** How an operator names a job on the command line: an import by its id, any other job by its workflow id. */
export function jobName(workflowId: string): string {
  const [prefix, id = ''] = workflowId.split('/', 2);
  return prefix === NUMBERED?.idPrefix ? id : workflowId;
}

/** The workflow id of the job that an operator has named; null when the name is none. */
export function workflowIdOf(name: string): string | null {
  const [prefix, id] = name.includes('/') ? name.split('/') : [NUMBERED?.idPrefix, name];
  const isKnown = JOB_KINDS.some(({ idPrefix }) => idPrefix === prefix);
  return isKnown && name.split('/').length <= 2 && /^[1-9]\d{0,15}$/.test(id ?? '') ? `${prefix}/${id}` : null;
}

/** The names of jobs that the command line takes, for help and errors. */
export const JOB_NAMES = JOB_KINDS.map(({ idPrefix }) => `${idPrefix}/<id>`);

const NUMBERED = JOB_KINDS.find(({ isNamedByNumber }) => isNamedByNumber === true);
