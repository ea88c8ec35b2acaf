import type { Pool } from 'pg';

/** Cancels the campaigns of a list that are scheduled or being sent. One that is idle was never asked to begin. */
export async function cancelCampaigns(pool: Pool, mailingListId: number): Promise<void> {
  await pool.query(
    `update campaigns
        set state = 'cancelled', state2 = 'terminated', paused = false, retry_at = null, finished_at = now(),
            updated_at = now()
      where mailing_list_id = $1 and state in ('scheduled', 'sending')`,
    [mailingListId],
  );
}
