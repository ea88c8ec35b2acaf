import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { SEARCH_ATTRIBUTES } from './names.ts';

/** Updates the search attributes of the present run. */
export type UpdateJobAttributes = (attributes: readonly SearchAttributeUpdatePair[]) => void;

/**
 * Returns the updates of the search attributes of this run: none for a job that was started without them, because its
 * namespace lacks them and would refuse the update. Call it at the start of the run.
 */
export function createJobAttributes(): UpdateJobAttributes {
  const hasAttributes = workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobState) !== undefined;
  return (attributes) => {
    if (hasAttributes) upsertSearchAttributes([...attributes]);
  };
}
