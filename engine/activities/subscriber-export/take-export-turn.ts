import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { readExport } from '../../db/exports/ledger.ts';
import { askForExportTurn } from '../../db/exports/turns.ts';
import type { ExportTurnCount } from '../../db/exports/turns.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { SUBSCRIBER_EXPORT_BOUNDS } from '../../domain/subscriber-export-bounds.ts';
import { QUEUED_FAILURE } from '../../jobs/job-facts.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { exportEnded } from './export-fault.ts';
import type { ExportReference } from './export-reference.ts';

/**
 * Takes a turn of the export's organization, which the export holds until it ends. While none is free it fails and is
 * retried a little later, and occupies no slot of a worker in between.
 * @throws ApplicationFailure WaitsForTurn, ExportEnded
 */
export function takeExportTurn({ pool }: ActivityDeps, limit = SUBSCRIBER_EXPORT_BOUNDS.exportsPerOrganization.max) {
  return ({ exportId }: ExportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const { organizationId, hasEnded } = await readExport(pool, exportId);
      if (hasEnded) throw exportEnded();
      const asked = { exportId, organizationId };
      const count = await inTransaction(pool, (client) => askForExportTurn(client, asked, limit), signal);
      if (count !== null) throw waiting(count);
    });
}

function waiting({ underWay, ahead }: ExportTurnCount): ApplicationFailure {
  return ApplicationFailure.create({
    type: QUEUED_FAILURE,
    message: `Waits for its turn: ${underWay} exports of its organization are under way, and ${ahead} are ahead of it.`,
    nonRetryable: false,
    nextRetryDelay: Math.min(LONGEST_MS, SHORTEST_MS + ahead * MS_FOR_EACH_AHEAD),
    // Waiting is no failure for logs and metrics of the SDK.
    category: ApplicationFailureCategory.BENIGN,
  });
}

const SHORTEST_MS = 1_000;
const MS_FOR_EACH_AHEAD = 500;
const LONGEST_MS = 60_000;
