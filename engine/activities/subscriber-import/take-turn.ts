import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { askForTurn } from '../../db/imports/turns.ts';
import type { TurnCount } from '../../db/imports/turns.ts';
import { readImport } from '../../db/imports/record.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { sourceKey } from '../../files/source-key.ts';
import { isSmallImport } from '../../domain/import-size.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { QUEUED_FAILURE } from '../../jobs/job-facts.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/**
 * Takes a turn of the import's organization, which the import holds until it ends. While none is free it fails and is
 * tried again a little later, and occupies no slot of a worker in between. @returns whether the import is small
 * @throws ApplicationFailure WaitsForTurn
 */
export function takeTurn(deps: ActivityDeps) {
  const { pool, files, importsPerOrganization, downloadsPerOrganization } = deps;
  const limits = { imports: importsPerOrganization, downloads: downloadsPerOrganization };
  return ({ importId }: ImportReference): Promise<{ isSmall: boolean }> =>
    whileHeartbeating(async (signal) => {
      const record = await readImport(pool, importId);
      const { organizationId, options } = record;
      const stored = await files.size(sourceKey(record));
      const downloads = options.file_source.type === 'url' && stored === null;
      const bytes = stored ?? (await bytesOfUpload(deps, record));
      const isSmall = isSmallImport({ records: record.numberOfRecords, bytes });
      const asked = { importId, organizationId, downloads, isSmall };
      const count = await inTransaction(pool, (client) => askForTurn(client, asked, limits), signal);
      if (count !== null) throw waiting(count);
      return { isSmall };
    });
}

/** Null when there is no such file; the scan says so. */
async function bytesOfUpload(
  { uploads }: ActivityDeps,
  { organizationId, options: { file_source: source } }: ImportRecord,
): Promise<number | null> {
  if (source.type !== 'upload_directory') return null;
  return uploads.size(organizationId, source.filename).catch((error: unknown) => {
    if (error instanceof ValidationFailed) return null;
    throw error;
  });
}

function waiting(count: TurnCount): ApplicationFailure {
  const { imports, downloads, importsAhead } = count;
  return ApplicationFailure.create({
    type: QUEUED_FAILURE,
    message: `Waits for a slot: ${imports} imports of its organization are under way, ${downloads} of them download, and ${importsAhead} are ahead of it.`,
    nonRetryable: false,
    nextRetryDelay: untilNextTry(importsAhead),
    // What waits is no failure for logs and metrics of the SDK.
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Milliseconds until an import without a turn tries again, by how many are ahead of it. */
export function untilNextTry(importsAhead: number): number {
  return Math.min(LONGEST_MS, SHORTEST_MS + importsAhead * MS_FOR_EACH_AHEAD);
}

const SHORTEST_MS = 1_000;
const MS_FOR_EACH_AHEAD = 100;
const LONGEST_MS = 60_000;
