import { updates } from '../../../workflows/messages.ts';
import type { Recording } from '../recording.ts';
import { ended, FEW_ROWS } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

/** Imports that wait for a turn of their organization. */
export const TURNS: Scenarios = {
  'subscriber-import/begun-in-turn': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS });
    return ended(job, 'finished');
  },

  'subscriber-import/paused-in-the-queue': async (recording) => {
    const giveBack = await takeEveryTurn(recording);
    const job = await recording.createImport({ csv: FEW_ROWS });
    await job.until((view) => view.is_queued === true);
    await job.handle.executeUpdate(updates.pause);
    await giveBack();
    await job.handle.executeUpdate(updates.unpause);
    return ended(job, 'finished');
  },
};

/** Adds as many imports as may be under way, which do nothing. @returns what removes them */
async function takeEveryTurn({ pool }: Recording): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ id: number }>(
    `with list as (insert into mailing_lists (organization_id, name) values (1, 'Turns') returning id)
     insert into subscriber_imports (organization_id, mailing_list_id, begins_at, created_at, options, policy, turn)
     select 1, list.id, now(), now() + interval '1 hour', '{}', '{}', 'import' from list, generate_series(1, 10)
     returning id`,
  );
  return async () => {
    await pool.query('delete from subscriber_imports where id = any($1)', [rows.map(({ id }) => id)]);
  };
}
