import { readExport } from '../../db/exports/ledger.ts';
import { SUBSCRIBER_EXPORT_BOUNDS } from '../../domain/subscriber-export-bounds.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { takeJobTurn } from '../take-job-turn.ts';
import { exportEnded } from './export-fault.ts';
import type { ExportReference } from './export-reference.ts';

const QUEUE = { table: 'subscriber_exports', lock: 7_203 };

/** Takes a turn of the export's organization. @throws ApplicationFailure WaitsForTurn, ExportEnded */
export function takeExportTurn({ pool }: ActivityDeps, limit = SUBSCRIBER_EXPORT_BOUNDS.exportsPerOrganization.max) {
  return ({ exportId }: ExportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const { organizationId, hasEnded } = await readExport(pool, exportId);
      if (hasEnded) throw exportEnded();
      await takeJobTurn(pool, QUEUE, { id: exportId, organizationId, limit, jobs: 'exports' }, signal);
    });
}
