import { InvalidArgumentError } from 'commander';
import { JOB_NAMES, workflowIdOf } from '../jobs/job-name.ts';
import { loadConfig } from '../platform/config.ts';
import { SluiceError } from '../platform/errors.ts';

/** Reads the argument that names a job: the id of an import, or a workflow id. */
export function workflowIdArgument(text: string): string {
  const workflowId = workflowIdOf(text, loadConfig().workflowIdPrefix);
  if (workflowId !== null) return workflowId;
  throw new InvalidArgumentError(`It must be the id of an import, or one of ${JOB_NAMES.join(', ')}.`);
}

/** The refusal of a workflow id that no job has. */
export function jobNotFound(workflowId: string): SluiceError {
  return new SluiceError('not_found', `There is no job ${workflowId}; "npx sluice jobs" lists them.`);
}
