import type { PoolClient } from 'pg';
import type { ImportRecord } from './record.ts';

/** Ids of the autoresponders an import triggers for subscribers it adds and for those it updates. */
export async function autorespondersToTrigger(
  client: PoolClient,
  { mailingListId, options }: ImportRecord,
): Promise<{ onAdded: readonly number[]; onUpdated: readonly number[] }> {
  const { subscription, api } = options.autoresponders;
  const onSubscription = subscription.trigger ? await subscriptionAutoresponders(client, mailingListId) : [];
  return {
    onAdded: unique([...onSubscription, ...idOf(api.trigger_new)]),
    onUpdated: unique([
      ...(subscription.also_trigger_on_updated_subscribers ? onSubscription : []),
      ...idOf(api.trigger_updated),
    ]),
  };
}

async function subscriptionAutoresponders(client: PoolClient, mailingListId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from autoresponders
      where mailing_list_id = $1 and deleted_at is null and trigger = 'subscription'
        and trigger_include_subscribers_from_import
      order by id`,
    [mailingListId],
  );
  return rows.map((row) => row.id);
}

function idOf(reference: { id: number } | null): number[] {
  return reference === null ? [] : [reference.id];
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
