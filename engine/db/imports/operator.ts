import { COUNTERS } from '../../domain/subscriber-imports.ts';
import { iso } from '../jobs/operator.ts';
import type { KindRows } from '../jobs/operator.ts';
import { sql } from '../core/slonik.ts';
import { unfinished } from '../jobs/unfinished.ts';

/** Every row of a chunk is in one counter of it; rows that failed before they came to a chunk are counted by range. */
const rowsOfChunk = sql.join(
  COUNTERS.map((name) => sql.identifier(['c', name])),
  sql.fragment` + `,
);

/** Subscriber imports as an operator sees them. */
export const importRows: KindRows = {
  rows: sql.fragment`
    select i.id, i.state, i.organization_id, i.mailing_list_id,
      (select coalesce(sum(${rowsOfChunk}), 0) from import_chunks c where c.subscriber_import_id = i.id)::bigint
      + (select coalesce(sum(r.failed), 0) from import_ranges r where r.subscriber_import_id = i.id)::bigint as done,
      i.number_of_records as total, ${iso('i.created_at')} as began_at, ${iso('i.finished_at')} as ended_at,
      i.error_message as error, i.state = 'failed' and i.purged_at is null as can_restart
    from subscriber_imports i`,
  unfinished: sql.fragment`
    select state from subscriber_imports where ${unfinished}`,
};
