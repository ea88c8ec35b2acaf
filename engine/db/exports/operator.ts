import { iso } from '../jobs/operator.ts';
import type { KindRows } from '../jobs/operator.ts';
import { sql } from '../core/slonik.ts';

/** Subscriber exports as an operator sees them; those that a fixture loaded are no jobs of this service. */
export const exportRows: KindRows = {
  rows: sql.fragment`
    select e.id, e.state, e.organization_id, e.mailing_list_id, e.progress_value as done, e.progress_total as total,
      ${iso('e.created_at')} as began_at, ${iso('e.finished_at')} as ended_at, e.error_message as error,
      false as can_restart
    from subscriber_exports e
    where e.options is not null`,
  unfinished: sql.fragment`
    select state from subscriber_exports where options is not null and finished_at is null`,
};
