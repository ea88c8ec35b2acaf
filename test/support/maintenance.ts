import type { Client } from '@temporalio/client';
import { MAINTENANCE } from '../../workflows/names.ts';
import type { PartRun } from '../../workflows/maintenance-part.ts';

export type MaintenancePartName = 'diagnose' | 'reconcile' | 'purge';

/** Runs a part of the maintenance now and waits for its end, whether it is paused or not. @throws when the part fails */
export function maintain(temporal: Client, part: MaintenancePartName): Promise<PartRun> {
  return temporal.workflow.getHandle(MAINTENANCE).executeUpdate<PartRun, []>(part);
}

/** Stops the periodic runs of parts. */
export async function pauseMaintenance(temporal: Client, ...parts: readonly MaintenancePartName[]): Promise<void> {
  for (const part of parts) await temporal.workflow.getHandle(MAINTENANCE).signal('pause', part);
}
