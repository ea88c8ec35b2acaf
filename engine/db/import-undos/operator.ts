import { UNDO_COUNTERS } from '../../domain/import-undos.ts';
import { sql } from '../core/slonik.ts';
import { endedBefore, isReadable, readFinishedAt, readState } from '../jobs/deleted-list-jobs.ts';
import type { JobTypeRows } from '../jobs/job-type-rows.ts';
import { turnRows } from '../jobs/turn-rows.ts';

/** Undos among the background jobs. */
const undoJobs: JobTypeRows = {
  jobType: 'ImportUndo',
  isExtension: true,
  select: ({ owned, keptMs }) => sql.fragment`
    select 'ImportUndo' as job_type, u.id, 'Undo of import ' || u.subscriber_import_id as name, ${readState('u')} as state,
      null::text as state2, u.state = 'paused' and l.deleted_at is null as paused, u.organization_id, u.mailing_list_id,
      null::bigint as suppression_list_id, u.progress_value, u.progress_total, u.created_at as begins_at, u.started_at,
      ${readFinishedAt('u')} as finished_at, null::timestamptz as retry_at,
      u.created_at, greatest(u.updated_at, l.deleted_at) as updated_at, l.name as mailing_list_name,
      (u.options ->> 'dry_run')::boolean as dry_run
    from import_undos u join mailing_lists l on l.id = u.mailing_list_id
    where ${owned('u')} and ${isReadable('u', endedBefore('u', keptMs))}`,
};

/** Undos as operators and clients list them. */
export const importUndoRows = turnRows({
  table: 'import_undos',
  listed: undoJobs,
  list: sql.fragment`job.mailing_list_id`,
  isDryRun: sql.fragment`(job.options ->> 'dry_run')::boolean`,
  counters: sql.fragment`jsonb_build_object(${sql.join(
    UNDO_COUNTERS.map((name) => sql.fragment`${sql.literalValue(name)}, ${sql.identifier(['job', name])}`),
    sql.fragment`, `,
  )})`,
  measured: {
    state: 'undoing',
    work: sql.fragment`
      select g.logged_at as at, g.entries + g.left_out as units from import_undo_logs g
       where g.import_undo_id = job.id and g.kind <> 'reactivated'`,
  },
});
