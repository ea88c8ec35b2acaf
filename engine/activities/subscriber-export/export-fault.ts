import type { ApplicationFailure } from '@temporalio/common';
import type { SubscriberExportFaultType } from '../../../machines/subscriber-export.ts';
import { fault } from '../faults.ts';

/** A fault that only an export has. */
export function exportFault(type: SubscriberExportFaultType, message: string): ApplicationFailure {
  return fault<SubscriberExportFaultType>(type, message);
}

/** The row of an export has ended while its workflow was still at work, as when its list is deleted. */
export function exportEnded(): ApplicationFailure {
  return exportFault('ExportEnded', 'The export has ended.');
}
