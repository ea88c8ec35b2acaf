import { findCutoff, lockRoom } from '../../db/admission.ts';
import { readImport } from '../../db/import-record.ts';
import { isStagingWhole } from '../../db/staging.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';

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
          if (!(await isStagingWhole(client, importId))) throw fault('StagingLost', 'Postgres lost the staged rows.');
          const room = await lockRoom(client, record.organizationId);
          const cutoff = await findCutoff(client, { importId, mailingListId: record.mailingListId, room });
          await client.query(`update subscriber_imports set admission_cutoff = $2 where id = $1`, [
            importId,
            cutoff ?? Number.MAX_SAFE_INTEGER,
          ]);
        },
        signal,
      ),
    );
}
