import type { UnsubscribeToken } from '../../secrets/unsubscribe-token.ts';
import type { SubscriberWriting } from './write-subscribers.ts';

/**
 * Records that a subscriber, whose row is held, unsubscribed by a token. One who had unsubscribed before is recorded only once for each
 * mail, and once more after an import, whose undo would else make it active. The time is that of the record: the transaction may have begun
 * before that of an import for which it waited.
 */
export async function recordUnsubscribe(
  { client }: SubscriberWriting,
  { mailingListId, subscriberId, campaignId, contentId }: UnsubscribeToken,
  { ip, isRepeated }: { readonly ip: string | null; readonly isRepeated: boolean },
): Promise<void> {
  await client.query(
    `insert into unsubscribe_events (mailing_list_id, subscriber_id, campaign_id, content_id, ip, created_at)
     select $1, $2, $3::bigint, $4::bigint, $5, clock_timestamp()
      where not $6::boolean or not exists (
        select 1 from unsubscribe_events
         where mailing_list_id = $1 and subscriber_id = $2
           and campaign_id is not distinct from $3 and content_id is not distinct from $4
           and created_at > coalesce((select max(written_at) from import_before_images where mailing_list_id = $1), '-infinity')
      )`,
    [mailingListId, subscriberId, campaignId, contentId, ip, isRepeated],
  );
}
