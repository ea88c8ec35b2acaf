import { findUnfinishedSuppressedImports, readSuppressedImport } from '../../db/suppressed-address-imports/ledger.ts';
import {
  findExpiredSuppressedImports,
  findSourcesWithoutReader,
  forgetSource,
  purgeSuppressedImport,
} from '../../db/suppressed-address-imports/purge.ts';
import type { FileOwner } from '../../domain/file-owner.ts';
import { jobFolder, ownerOf } from '../../files/job-folder.ts';
import { keyBatches } from '../../files/key-batches.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import { suppressedAddressImportStart } from '../../jobs/suppressed-address-import.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { WORKFLOW_LOST } from '../maintained-kind.ts';
import type { MaintainedKind } from '../maintained-kind.ts';
import { recordSuppressedImportState } from './record-suppressed-import-state.ts';
import { SUPPRESSED_SOURCES } from './scan-suppressed-addresses.ts';

/** Removes the source of an import that has ended: no import of suppressed addresses is restarted. */
export function cleanUpSuppressedImport(deps: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async () => removeSource(deps, await readSuppressedImport(deps.pool, importId)));
}

async function removeSource({ pool, files }: ActivityDeps, job: FileOwner): Promise<void> {
  if (!(await forgetSource(pool, job.id))) return;
  for (const keyOf of [sourceKey, packedSourceKey]) await files.remove(keyOf(job, SUPPRESSED_SOURCES.folder));
}

/** Imports of suppressed addresses as maintenance finds them: one that lost its workflow has failed. */
export const maintainedSuppressedImports: MaintainedKind = {
  unfinishedJobs: async (deps, olderThanSeconds) => {
    const rows = await findUnfinishedSuppressedImports(deps.pool, olderThanSeconds);
    const record = recordSuppressedImportState(deps);
    return rows.map((row) => ({
      start: suppressedAddressImportStart(row, deps.client.names.workflowIdPrefix),
      wasStarted: row.wasStarted,
      state: row.state,
      fail: async (loss) => {
        await record({ importId: row.id, state: 'failed', errorMessage: REASONS[loss], fault: WORKFLOW_LOST });
        await removeSource(deps, row);
      },
    }));
  },
  purgeExpired: async (deps, signal) => {
    const expired = await findExpiredSuppressedImports(deps.pool);
    for (const { id } of expired) {
      signal.throwIfAborted();
      await purgeSuppressedImport(deps.pool, id);
    }
    await removeUnreadSources(deps, signal);
    return expired.length;
  },
};

/** Sources that are looked up at a time. */
const TOGETHER = 1_000;

/** Removes the sources that nothing reads, such as one that a killed process stored without its row. */
async function removeUnreadSources({ pool, files }: ActivityDeps, signal: AbortSignal): Promise<void> {
  const folderOf = (job: FileOwner) => jobFolder(SUPPRESSED_SOURCES.folder, job);
  for await (const keys of keyBatches(files, `${SUPPRESSED_SOURCES.folder}/`, TOGETHER)) {
    const owners = keys.map(ownerOf).filter((owner) => owner !== null);
    const unread = new Set((await findSourcesWithoutReader(pool, owners)).map(folderOf));
    for (const key of keys) {
      signal.throwIfAborted();
      const owner = ownerOf(key);
      if (owner !== null && unread.has(folderOf(owner))) await files.remove(key);
    }
  }
}

const REASONS = {
  ended: 'The workflow of this import was ended from outside before the import was finished.',
  unknown: 'Temporal no longer knows the workflow of this import.',
} as const;
