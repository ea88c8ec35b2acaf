import type { ApplicationFailure } from '@temporalio/common';
import { fault } from '../faults.ts';

/** The row of an export has ended while its workflow was still at work, as when its list is deleted. */
export function exportEnded(): ApplicationFailure {
  return fault('ExportEnded', 'The export has ended.');
}
