import { readExportOutcome } from '../../db/exports/ledger.ts';
import { dropSnapshot } from '../../db/exports/snapshot.ts';
import { exportPrefix } from '../../files/subscriber-export-key.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import type { ExportReference } from './export-reference.ts';
import { purgeExport, removeFiles } from './purge-export.ts';

/** Removes what an export that has ended needs no more: its snapshot, and all but the file of a finished one. */
export function cleanUpExport(deps: ActivityDeps) {
  return ({ exportId }: ExportReference): Promise<void> =>
    whileHeartbeating(async () => {
      const outcome = await readExportOutcome(deps.pool, exportId);
      if (outcome?.hasEnded !== true) return;
      if (outcome.state !== 'finished') return purgeExport(deps, outcome);
      await dropSnapshot(deps.pool, exportId);
      const file = `${exportPrefix(outcome)}${outcome.snapshot}/`;
      await removeFiles(deps.files, outcome, (key) => !key.startsWith(file));
    });
}
