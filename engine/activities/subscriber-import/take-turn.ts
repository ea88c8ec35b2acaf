import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { askForTurn } from '../../db/imports/turns.ts';
import type { TurnCount } from '../../db/imports/turns.ts';
import { readImport } from '../../db/imports/record.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { sourceKey } from '../../files/source-key.ts';
import { QUEUED_FAILURE } from '../../jobs/job-facts.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/**
 * Takes a turn of the import's organization, which the import holds until it ends. While none is free it fails and is
 * tried again a little later, and occupies no slot of a worker in between.
 * @throws ApplicationFailure WaitsForTurn
 */
export function takeTurn({ pool, files, importsPerOrganization, downloadsPerOrganization }: ActivityDeps) {
  const limits = { imports: importsPerOrganization, downloads: downloadsPerOrganization };
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const { organizationId, options } = await readImport(pool, importId);
      const downloads = options.file_source.type === 'url' && (await files.size(sourceKey(importId))) === null;
      const asked = { importId, organizationId, downloads };
      const count = await inTransaction(pool, (client) => askForTurn(client, asked, limits), signal);
      if (count !== null) throw waiting(count);
    });
}

function waiting(count: TurnCount): ApplicationFailure {
  const { imports, downloads, importsAhead } = count;
  return ApplicationFailure.create({
    type: QUEUED_FAILURE,
    message: `Waits for its turn: ${imports} imports of its organization are under way, ${downloads} of them download, and ${importsAhead} are ahead of it.`,
    nonRetryable: false,
    nextRetryDelay: Math.min(LONGEST_MS, SHORTEST_MS + importsAhead * MS_FOR_EACH_AHEAD),
    // What waits is no failure for logs and metrics of the SDK.
    category: ApplicationFailureCategory.BENIGN,
  });
}

const SHORTEST_MS = 1_000;
const MS_FOR_EACH_AHEAD = 100;
const LONGEST_MS = 60_000;
