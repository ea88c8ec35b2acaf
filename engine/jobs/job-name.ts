import { JOB_KINDS } from '../job-kinds/index.ts';

/** Returns the name of a job on the command line: the id of an import, the workflow id of any other job. */
export function jobName(workflowId: string): string {
  const [prefix, id = ''] = workflowId.split('/', 2);
  return prefix === NUMBERED?.idPrefix ? id : workflowId;
}

/** Returns the workflow id of a job named on the command line; null for an invalid name. */
export function workflowIdOf(name: string): string | null {
  const [prefix, id] = name.includes('/') ? name.split('/') : [NUMBERED?.idPrefix, name];
  const isKnown = JOB_KINDS.some(({ idPrefix }) => idPrefix === prefix);
  return isKnown && name.split('/').length <= 2 && /^[1-9]\d{0,15}$/.test(id ?? '') ? `${prefix}/${id}` : null;
}

/** The names of jobs that the command line takes, for help and errors. */
export const JOB_NAMES = JOB_KINDS.map(({ idPrefix }) => `${idPrefix}/<id>`);

const NUMBERED = JOB_KINDS.find(({ isNamedByNumber }) => isNamedByNumber === true);
