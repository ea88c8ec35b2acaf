import { JOB_KINDS } from '../job-kinds/index.ts';
import type { JobKind } from '../job-kinds/job-kind.ts';
import type { TemporalClient } from './temporal-client.ts';

/** Returns the name of a job on the command line: the id of an import, the workflow id of any other job without a prefix. */
export function jobName(workflowId: string): string {
  const kind = JOB_KINDS.find(({ idPrefix }) => new RegExp(`${idPrefix}/\\d+$`).test(workflowId));
  if (kind === undefined) return workflowId;
  const [, id = ''] = workflowId.split('/', 2);
  return kind === NUMBERED ? id : `${kind.idPrefix}/${id}`;
}

/** Returns the workflow id of a job named on the command line, with or without the prefix; null for an invalid name. */
export function workflowIdOf(name: string, workflowIdPrefix: string): string | null {
  const plain = name.startsWith(workflowIdPrefix) ? name.slice(workflowIdPrefix.length) : name;
  const [prefix, id] = plain.includes('/') ? plain.split('/') : [NUMBERED?.idPrefix, name];
  const isKnown = JOB_KINDS.some(({ idPrefix }) => idPrefix === prefix);
  const isValid = isKnown && plain.split('/').length <= 2 && /^[1-9]\d{0,15}$/.test(id ?? '');
  return isValid ? `${workflowIdPrefix}${prefix}/${id}` : null;
}

/** Returns the id of a job by its workflow id; null when that is of another kind, or of another installation. */
export function jobIdOf(
  { names }: Pick<TemporalClient, 'names'>,
  { idPrefix }: Pick<JobKind, 'idPrefix'>,
  workflowId: string,
): number | null {
  const prefix = `${names.workflowIdPrefix}${idPrefix}/`;
  return workflowId.startsWith(prefix) ? Number(workflowId.slice(prefix.length)) : null;
}

/** The names of jobs that the command line takes, for help and errors. */
export const JOB_NAMES = JOB_KINDS.map(({ idPrefix }) => `${idPrefix}/<id>`);

const NUMBERED = JOB_KINDS.find(({ isNamedByNumber }) => isNamedByNumber === true);
