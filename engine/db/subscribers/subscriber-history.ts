import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** Events of the past of a subscriber that are recorded. */
export const HISTORY_EVENTS = ['added', 'subscribed', 'confirmed', 'left', 'unsubscribed', 'suppressed'] as const;

const event = z.object({
  event: z.enum(HISTORY_EVENTS),
  at: z.date(),
  ip: z.string().nullable(),
  campaignId: z.number().nullable(),
  /** The import that made it; null: none did, or its log is gone. */
  importId: z.number().nullable(),
  /** Name or address of the file of that import. */
  file: z.string().nullable(),
});
export type HistoryEvent = Readonly<z.infer<typeof event>>;

interface Place {
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly subscriberId: number;
}

/**
 * The events of a subscriber that are recorded, the latest first, at most `limit`. An import is named that ran at the time of the event and has
 * the address in its log.
 */
export function listSubscriberHistory(
  db: Database,
  { organizationId, mailingListId, subscriberId }: Place,
  limit: number,
): Promise<readonly HistoryEvent[]> {
  return db.any(sql.type(event)`
    with subscriber as (
      select * from subscribers where mailing_list_id = ${mailingListId} and id = ${subscriberId}
    )
    select event, at, ip, "campaignId", made.id as "importId", made.file
    from (
      select 'added' as event, created_at as at, null as ip, null::bigint as "campaignId" from subscriber
      union all select 'subscribed', subscribe_time, subscribe_ip, null from subscriber
      union all select 'confirmed', confirm_time, null, null from subscriber
      union all select 'left', remove_time, remove_ip, null from subscriber
      union all select 'unsubscribed', created_at, ip, campaign_id
        from unsubscribe_events where mailing_list_id = ${mailingListId} and subscriber_id = ${subscriberId}
      union all select 'suppressed', a.created_at, null, null
        from subscriber s join suppressed_addresses a on a.organization_id = ${organizationId} and a.key = lower(s.email)
      order by at desc nulls last, event
      limit ${limit}
    ) events left join lateral (
      select i.id, coalesce(i.options -> 'file_source' ->> 'filename', i.options -> 'file_source' ->> 'url') as file
      from subscriber_imports i
      where event in ('added', 'left') and i.mailing_list_id = ${mailingListId} and not i.dry_run
        and at between i.started_at and coalesce(i.finished_at, now())
        and exists (
          select from import_logs l, subscriber s
          where l.subscriber_import_id = i.id and (l.kind = 'added' or event = 'left' and l.kind = 'updated')
            and (position(e'\\n' || s.email || e'\\n' in l.content) > 0 or starts_with(l.content, s.email || e'\\n'))
        )
      order by i.id
      limit 1
    ) made on true
    where at is not null
    order by at desc, event
  `);
}
