import type { ActivityDeps, ListReference } from '../deps.ts';

/** Writes the public state of a list's deletion next to its progress. */
export function recordListDeletionState({ pool }: ActivityDeps) {
  return async (change: ListReference & { state: string; errorMessage: string | null }): Promise<void> => {
    await pool.query(
      `update list_deletions
          set state = $2, error_message = $3, workflow_started_at = coalesce(workflow_started_at, now()),
              finished_at = case when $2 = 'finished' then now() end
        where mailing_list_id = $1 and finished_at is null`,
      [change.mailingListId, change.state, change.errorMessage],
    );
  };
}
