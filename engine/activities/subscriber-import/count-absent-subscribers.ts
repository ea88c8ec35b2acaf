import { countOtherSheets, hasKeys } from '../../db/imports/deactivate.ts';
import { readImport } from '../../db/imports/record.ts';
import { countUnreadRows } from '../../db/imports/staging.ts';
import type { AbsentSubscribers } from '../../../machines/import-guards.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { findAbsent, onStaged } from './find-absent.ts';
import { isSourceCutOff } from './is-source-cut-off.ts';

/**
 * Counts the subscribers that an import would deactivate, before it deactivates any; null when no limit needs it, or it has deactivated
 * them.
 * Without `max_deactivated` one does where the source is empty or ends within a record, a failed row has no key that could be read, or the
 * workbook has sheets that nothing says are to be left out.
 * @throws ApplicationFailure StagingLost
 */
export function countAbsentSubscribers(deps: ActivityDeps) {
  const { pool } = deps;
  return ({ importId }: ImportReference): Promise<AbsentSubscribers | null> =>
    whileHeartbeating(async (signal) => {
      const record = await readImport(pool, importId);
      if (record.isSettled) return null;
      const isLimited = record.options.max_deactivated !== undefined;
      const isCutOff = !isLimited && (await isSourceCutOff(deps, record, signal));
      // Keys of the header and of skipped lines are present, and no records.
      const isEmpty =
        record.numberOfRecords === 0 ||
        !(await onStaged(deps, importId, signal, (client) => hasKeys(client, importId)));
      const unread = await onStaged(deps, importId, signal, (client) => countUnreadRows(client, importId));
      const otherSheets = await countOtherSheets(pool, importId);
      if (!isLimited && !isEmpty && !isCutOff && unread === 0 && otherSheets === 0) return null;
      const sheets = otherSheets === 0 ? {} : { otherSheets };
      return { isEmpty, isCutOff, unread, ...sheets, ...(await findAbsent(deps, record, { signal })) };
    });
}
