import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

describe('Delete a subscriber: DELETE /mailing_lists/:mailing_list_id/subscribers/:id_or_email', () => {
  let api: SubscriberApi;
  let listId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
    listId = await api.addList();
  });
  const remove = (name: number | string, list = listId, key?: string) =>
    api.call('DELETE', `/mailing_lists/${list}/subscribers/${name}`, undefined, key);

  it('removes by id, with what is queued', async () => {
    await api.addAutoresponder(listId, { trigger_run_on_api: true });
    const id = await api.add(listId, { email: 'a@example.com' });
    expect(await remove(id)).toMatchObject({
      status: 200,
      success: true,
      data: { subscriber_ids_removed: [id], more_remaining: false },
    });
    expect(await api.row(id)).toEqual({});
    expect(await api.reactions(listId)).toEqual([]);
  });

  it('removes by address in any case', async () => {
    const id = await api.add(listId, { email: 'B+1@example.com', status: 'scomp' });
    expect((await remove(encodeURIComponent('b+1@EXAMPLE.com'))).data).toEqual({
      subscriber_ids_removed: [id],
      more_remaining: false,
    });
  });

  it('removes ten who share an address on a list with an alternate primary key, and tells whether more remain', async () => {
    const keyed = await api.addKeyedList();
    const ids: number[] = [];
    for (let at = 0; at < 21; at += 1) {
      const custom_fields = { Member: at === 15 ? 'shared@example.com' : `m${at}` };
      ids.push(await api.add(keyed, { email: 'Shared@example.com', custom_fields }));
    }
    const other = await api.add(keyed, { email: 'x@example.com', custom_fields: { Member: 'x' } });
    const answers = [];
    for (let call = 0; call < 4; call += 1) answers.push(await remove('shared@example.com', keyed));
    expect(answers.map(({ data }) => data)).toEqual([
      { subscriber_ids_removed: ids.slice(0, 10), more_remaining: true },
      { subscriber_ids_removed: ids.slice(10, 20), more_remaining: true },
      { subscriber_ids_removed: ids.slice(20), more_remaining: false },
      null,
    ]);
    expect(await api.row(other)).not.toEqual({});
  });

  it('removes nobody twice when it is called twice at once', async () => {
    const id = await api.add(listId, { email: 'twice@example.com' });
    const answers = await Promise.all([remove(id), remove(id), remove('twice@example.com')]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });

  it('answers not_found for unknown subscribers and those of other lists and organizations', async () => {
    const id = await api.add(listId, { email: 'c@example.com' });
    const { key } = await api.addOrganization();
    const empty = await api.addList();
    expect(await remove('nobody@example.com')).toMatchObject({ data: null, error_code: 'not_found' });
    expect((await remove(id, empty)).error_code).toBe('not_found');
    expect((await remove(id, listId, key)).error_code).toBe('not_found');
    expect((await remove('%00')).error_code).toBe('not_found');
    expect(await api.row(id)).not.toEqual({});
  });
});

describe('Errors: subscriber deletion when disabled by configuration', () => {
  it('answers validation_failed with status 200 and removes nobody', async () => {
    const api = await buildSubscriberApi({ serviceDisableSubscriberDeletion: true });
    const listId = await api.addList();
    const id = await api.add(listId, { email: 'a@example.com' });
    expect(await api.call('DELETE', `/mailing_lists/${listId}/subscribers/${id}`)).toMatchObject({
      status: 200,
      success: false,
      data: null,
      error_code: 'validation_failed',
      error_message: 'the deletion of subscribers is disabled by the configuration of this service',
    });
    expect(await api.row(id)).not.toEqual({});
  });
});
