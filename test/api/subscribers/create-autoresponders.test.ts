import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

describe('Create a subscriber: an autoresponder is triggered only when all of this holds', () => {
  let api: SubscriberApi;
  let listId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
  });
  beforeEach(async () => {
    listId = await api.addList();
    await api.addAutoresponder(listId, { name: 'Welcome 1', trigger_run_on_api: true, delay_seconds: 60 });
    await api.addAutoresponder(listId, { name: 'Welcome 2', trigger_run_on_api: true, paused: true });
    await api.addAutoresponder(listId, { name: 'Hello', trigger_run_on_api: true });
    await api.addAutoresponder(listId, { name: 'Not from API' });
    await api.addAutoresponder(listId, { name: 'Opens', trigger: 'campaign_open', trigger_run_on_api: true });
    await api.addAutoresponder(listId, { name: 'Gone', trigger_run_on_api: true, deleted_at: new Date() });
    await api.addAutoresponder(await api.addList(), { name: 'Elsewhere', trigger_run_on_api: true });
  });
  const namesAfter = async (subscriber: object) => {
    await api.add(listId, { email: 'a@example.com', ...subscriber });
    return (await api.reactions(listId)).map(({ name }) => name);
  };

  it('it triggers on Subscription and has Run From API enabled, paused or not', async () => {
    const id = await api.add(listId, { email: 'a@example.com' });
    expect(await api.reactions(listId)).toEqual([
      { name: 'Welcome 1', subscriber: id, texts: null, delay: 60 },
      { name: 'Welcome 2', subscriber: id, texts: null, delay: 0 },
      { name: 'Hello', subscriber: id, texts: null, delay: 0 },
    ]);
  });

  it('skip_autoresponders is not enabled', async () => {
    expect(await namesAfter({ skip_autoresponders: true })).toEqual([]);
  });

  it.each([
    ['welcome*', ['Welcome 1', 'Welcome 2']],
    ['*2', ['Welcome 2']],
    ['*', ['Welcome 1', 'Welcome 2', 'Hello']],
    ['hello', ['Hello']],
    ['hell', []],
    ['.*', []],
  ])('its name matches the glob autoresponder_filter %s', async (autoresponder_filter, names) => {
    expect(await namesAfter({ autoresponder_filter })).toEqual(names);
  });

  it('nobody is there to have a reaction queued yet, so autoresponder_exclude_reacted skips none', async () => {
    expect(await namesAfter({ autoresponder_exclude_reacted: true })).toHaveLength(3);
  });

  it('the subscriber is active', async () => {
    expect(await namesAfter({ status: 'unsubscribed' })).toEqual([]);
  });
});
