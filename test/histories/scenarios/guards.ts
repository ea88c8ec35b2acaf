import { updates } from '../../../workflows/messages.ts';
import { ended, FEW_ROWS } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

/** Dry runs, and imports that a guard pauses. */
export const GUARDS: Scenarios = {
  'subscriber-import/dry-run': async (recording) => {
    const job = await recording.createImport({ csv: FEW_ROWS, options: { dry_run: true } });
    return ended(job, 'finished');
  },

  'subscriber-import/paused-by-guards': async (recording) => {
    const csv = `${FEW_ROWS}no address\n`;
    const job = await recording.createImport({ csv, options: { max_failed_records: 0, max_deactivated: 0 } });
    await recording.pool.query(
      `insert into subscribers (mailing_list_id, key, email) values ($1, 'absent@example.com', 'absent@example.com')`,
      [job.listId],
    );
    await job.until((view) => view.pause_reason?.includes('max_failed_records') === true);
    await job.handle.executeUpdate(updates.unpause);
    await job.until((view) => view.pause_reason?.includes('max_deactivated') === true);
    await job.handle.executeUpdate(updates.unpause);
    return ended(job, 'finished');
  },
};
