import { sql } from '../core/slonik.ts';
import { turnRows } from '../jobs/turn-rows.ts';
import { exportJobs } from './export-jobs.ts';

/** Subscriber exports as an operator sees them. */
export const exportRows = turnRows({
  table: 'subscriber_exports',
  listed: exportJobs,
  list: sql.fragment`job.mailing_list_id`,
  measured: {
    state: 'exporting',
    work: sql.fragment`
      select p.written_at as at, p.rows as units from export_parts p where p.subscriber_export_id = job.id`,
  },
});
