import { findUnfinishedSuppressedImports, suppressedImportStates } from '../../db/suppressed-address-imports/ledger.ts';
import {
  findExpiredSuppressedImports,
  findSourcesWithoutReader,
  forgetSource,
  purgeSuppressedImport,
  readSuppressedEnd,
} from '../../db/suppressed-address-imports/purge.ts';
import type { FileOwner } from '../../domain/file-owner.ts';
import { keptKeys, sourceKey } from '../../files/source-key.ts';
import { suppressedAddressImportStart } from '../../jobs/suppressed-address-import.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { lookUpUnfinished } from '../maintained-kind.ts';
import type { MaintainedKind } from '../maintained-kind.ts';
import { recordJobState } from '../record-job-state.ts';
import { isWorthALook, removeExcessFiles } from '../sources/remove-excess-files.ts';
import { removeKeptFiles } from '../sources/remove-kept-files.ts';
import { removeOrphans } from '../sources/remove-orphans.ts';
import { KEPT_SUPPRESSIONS } from './kept-suppressions.ts';
import { SUPPRESSED_SOURCES } from './scan-suppressed-addresses.ts';

/**
 * Removes the source of a cancelled import at once. A finished or failed one keeps it for some minutes, for a database that goes back to
 * before its end (../sources/remove-kept-files.ts), unless it does not fit; of a source that came packed, the packed file alone.
 */
export function cleanUpSuppressedImport(deps: ActivityDeps) {
  const { pool, files } = deps;
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const end = await readSuppressedEnd(pool, importId);
      if (end === null) return;
      const { organizationId, state, keptBytes, isPacked } = end;
      if (state === 'cancelled') return removeSource(deps, end);
      if (isPacked) await files.remove(sourceKey(end, SUPPRESSED_SOURCES.folder));
      if (isWorthALook(keptBytes, deps)) await removeExcessFiles(deps, organizationId, signal);
    });
}

async function removeSource({ pool, files }: ActivityDeps, job: FileOwner): Promise<void> {
  if (!(await forgetSource(pool, job.id))) return;
  for (const key of keptKeys(job, SUPPRESSED_SOURCES.folder)) await files.remove(key);
}

/** Imports of suppressed addresses as maintenance finds them: one that lost its workflow has failed. */
export const maintainedSuppressedImports: MaintainedKind = {
  unfinishedJobs: lookUpUnfinished({
    noun: 'import',
    find: findUnfinishedSuppressedImports,
    startOf: suppressedAddressImportStart,
    fail: (deps, { id }, end) => recordJobState(deps, suppressedImportStates)({ importId: id, ...end }),
  }),
  removeKept: (deps, signal) => removeKeptFiles(deps, KEPT_SUPPRESSIONS, signal),
  purgeExpired: async (deps, signal) => {
    const expired = await findExpiredSuppressedImports(deps.pool);
    for (const { id } of expired) {
      signal.throwIfAborted();
      await purgeSuppressedImport(deps.pool, id);
    }
    await removeOrphans(deps, { folder: SUPPRESSED_SOURCES.folder, find: findSourcesWithoutReader }, signal);
    return expired.length;
  },
};
