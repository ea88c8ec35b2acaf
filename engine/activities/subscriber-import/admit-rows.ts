import { findCutoff, lockRoom, writeCutoff } from '../../db/imports/admission.ts';
import { readImport } from '../../db/imports/record.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { requireAllStaged } from './require-staging.ts';

/**
 * Finds, once, up to which row number new subscribers fit under the organization's limit.
 * @throws ApplicationFailure StagingLost
 */
export function admitRows({ pool }: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const record = await readImport(client, importId);
          if (record.admissionCutoff !== null) return;
          await requireAllStaged(client, importId);
          const room = await lockRoom(client, record.organizationId);
          const cutoff = await findCutoff(client, { importId, mailingListId: record.mailingListId, room });
          await writeCutoff(client, importId, cutoff ?? Number.MAX_SAFE_INTEGER);
        },
        signal,
      ),
    );
}
