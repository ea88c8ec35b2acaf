import { hasKeys } from '../../db/imports/deactivate.ts';
import { readImport } from '../../db/imports/record.ts';
import type { AbsentSubscribers } from '../../../machines/import-guards.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { findAbsent, onStaged } from './find-absent.ts';
import { isSourceCutOff } from './is-source-cut-off.ts';

/**
 * Counts the subscribers that an import would deactivate, before it deactivates any; null when no guard asks for it.
 * Without `max_deactivated` one does where the source is empty or ends within a record.
 * @throws ApplicationFailure StagingLost
 */
export function countAbsentSubscribers(deps: ActivityDeps) {
  const { pool } = deps;
  return ({ importId }: ImportReference): Promise<AbsentSubscribers | null> =>
    whileHeartbeating(async (signal) => {
      const record = await readImport(pool, importId);
      const isLimited = record.options.max_deactivated !== undefined;
      const isCutOff = !isLimited && (await isSourceCutOff(deps, record, signal));
      const isEmpty = !(await onStaged(deps, importId, signal, (client) => hasKeys(client, importId)));
      if (!isLimited && !isEmpty && !isCutOff) return null;
      return { isEmpty, isCutOff, ...(await findAbsent(deps, record, { signal })) };
    });
}
