import { listDeletionStart } from '../../jobs/list-deletion.ts';
import type { SweptKind } from '../swept-jobs.ts';

/** List deletions as the sweep sees them: one that lost its workflow is started again, and goes on from its ledger. */
export const sweptListDeletions: SweptKind = {
  unfinishedJobs: async ({ pool }, olderThanSeconds) => {
    const { rows } = await pool.query<{ mailingListId: number; organizationId: number; wasStarted: boolean }>(
      `select mailing_list_id as "mailingListId", organization_id as "organizationId",
              workflow_started_at is not null as "wasStarted"
         from list_deletions
        where finished_at is null and created_at < now() - make_interval(secs => $1)
        order by mailing_list_id`,
      [olderThanSeconds],
    );
    return rows.map((row) => ({ start: listDeletionStart(row), wasStarted: row.wasStarted }));
  },
};
