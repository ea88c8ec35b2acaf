import type { TemporalClient } from '../../engine/jobs/temporal-client.ts';
import type { PartRun } from '../../workflows/maintenance-part.ts';

export type MaintenancePartName = 'diagnose' | 'reconcile' | 'purge';

/** Runs a part of the maintenance now and waits for its end, whether it is paused or not. @throws when the part fails */
export function maintain(temporal: TemporalClient, part: MaintenancePartName): Promise<PartRun> {
  return temporal.workflow.getHandle(temporal.names.maintenance).executeUpdate<PartRun, []>(part);
}

/** Stops the periodic runs of parts. */
export async function pauseMaintenance(
  temporal: TemporalClient,
  ...parts: readonly MaintenancePartName[]
): Promise<void> {
  for (const part of parts) await temporal.workflow.getHandle(temporal.names.maintenance).signal('pause', part);
}
