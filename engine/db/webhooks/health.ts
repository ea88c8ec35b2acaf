import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const webhookHealth = z.object({
  ok: z.number(),
  failing: z.number(),
  /** Disabled by the service, because every attempt has failed for the time of retries. */
  disabled: z.number(),
  /** Age of the oldest event that waits for an endpoint that takes events; 0 when none waits. */
  ageSeconds: z.number(),
});

/** Health of the webhook endpoints of all organizations together; endpoints that a client has disabled are left out. */
export type WebhookHealth = Readonly<z.infer<typeof webhookHealth>>;

/** Counts the endpoints by how they fare, and reads the age of the oldest event that nothing but the service delays. */
export function readWebhookHealth(db: Database): Promise<WebhookHealth> {
  return db.one(sql.type(webhookHealth)`
    select count(*) filter (where e.enabled and e.failing_since is null)::int as ok,
           count(*) filter (where e.enabled and e.failing_since is not null)::int as failing,
           count(*) filter (where not e.enabled and e.disabled_at is not null)::int as disabled,
           coalesce(max(extract(epoch from now() - v.at)), 0)::float8 as "ageSeconds"
      from webhook_endpoints e
      left join lateral (
        select event_id from webhook_deliveries d
         where d.endpoint_id = e.id and d.state = 'waiting' order by event_id limit 1
      ) d on e.enabled and e.failing_since is null
      left join webhook_events v on v.id = d.event_id`);
}
