import type { SubscriberApi, SubscriberRecord } from './support.ts';

export interface Triggered {
  triggered_autoresponders: { id: number; name: string }[];
  subscriber: SubscriberRecord;
  subscription_result: string;
}

/** A list with an active and an unsubscribed subscriber, a text and a number field, and three autoresponders. */
export interface TriggerList {
  readonly listId: number;
  readonly ann: number;
  readonly bob: number;
  readonly ids: number[];
}

export async function addTriggerList(api: SubscriberApi): Promise<TriggerList> {
  const listId = await api.addList();
  const ann = await api.add(listId, { email: 'Ann@example.com' });
  const bob = await api.add(listId, { email: 'bob@example.com', status: 'unsubscribed' });
  await api.addField(listId, { name: 'City', field_type: 'text' });
  await api.addField(listId, { name: 'Age', field_type: 'number' });
  const ids = [
    await api.addAutoresponder(listId, { name: 'Welcome', trigger_run_on_api: true, delay_seconds: 60 }),
    await api.addAutoresponder(listId, { name: 'Birthday', trigger: 'campaign_open', paused: true }),
    await api.addAutoresponder(listId, { name: 'Birth*day', trigger: 'api', delay_seconds: 5 }),
  ];
  return { listId, ann, bob, ids };
}
