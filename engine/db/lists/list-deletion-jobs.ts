import type { Pool } from 'pg';

/**
 * Cancels those jobs of a list that are rows and nothing else: exports that a fixture loaded, and campaigns that are scheduled
 * or being sent. A campaign that is idle was never asked to begin.
 */
export async function cancelExportsAndCampaigns(pool: Pool, mailingListId: number): Promise<void> {
  await pool.query(
    `update subscriber_exports set state = 'cancelled', retry_at = null, finished_at = now(), updated_at = now()
      where mailing_list_id = $1 and options is null and state in ('idle', 'estimating', 'exporting', 'paused')`,
    [mailingListId],
  );
  await pool.query(
    `update campaigns
        set state = 'cancelled', state2 = 'terminated', paused = false, retry_at = null, finished_at = now(),
            updated_at = now()
      where mailing_list_id = $1 and state in ('scheduled', 'sending')`,
    [mailingListId],
  );
}
