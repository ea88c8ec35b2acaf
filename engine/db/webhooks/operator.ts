import { iso } from '../jobs/operator.ts';
import type { KindRows } from '../jobs/operator.ts';
import { sql } from '../core/slonik.ts';

const isUnfinished = sql.fragment`(e.enabled and exists (
  select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting'))`;

const unfinishedState = sql.fragment`case when e.failing_since is null then 'delivering' else 'retrying' end`;

/** Deliveries to webhook endpoints as an operator sees them: unfinished while events wait for an endpoint that is enabled. */
export const webhookEndpointRows: KindRows = {
  jobRows: { table: 'webhook_endpoints', idColumn: 'id', mayBeDeleted: true },
  rows: sql.fragment`
    select e.id, e.job_key, case when ${isUnfinished} then ${unfinishedState} when e.enabled then 'idle' else 'disabled' end as state,
      e.organization_id, null::bigint as mailing_list_id,
      (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'delivered') as done,
      (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.state <> 'failed') as total,
      ${iso('e.created_at')} as began_at,
      case when not ${isUnfinished} then coalesce(${iso('e.disabled_at')}, ${iso('latest.at')}, ${iso('e.updated_at')}) end as ended_at,
      coalesce(e.disabled_reason, case when e.failing_since is not null then latest.error end) as error,
      false as can_restart, null::boolean as dry_run
    from webhook_endpoints e
    left join lateral (
      select a.at, a.error from webhook_attempts a where a.endpoint_id = e.id order by a.id desc limit 1
    ) latest on true`,
  unfinished: sql.fragment`select ${unfinishedState} as state from webhook_endpoints e where ${isUnfinished}`,
};
