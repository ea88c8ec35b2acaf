import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';
import { addTriggerList } from './trigger-list.ts';
import type { Triggered } from './trigger-list.ts';

describe('Trigger autoresponders: POST /mailing_lists/:mailing_list_id/subscribers/:subscriber_id_or_email/trigger_autoresponders', () => {
  let api: SubscriberApi;
  let listId: number;
  let ids: number[];
  let ann: number;
  let bob: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
  });
  beforeEach(async () => {
    ({ listId, ids, ann, bob } = await addTriggerList(api));
  });
  const trigger = (name: number | string, body?: object, key?: string, list = listId) =>
    api.call<Triggered>('POST', `/mailing_lists/${list}/subscribers/${name}/trigger_autoresponders`, body, key);
  const queued = async () => (await api.reactions(listId)).map(({ name }) => name);
  const FOR_ANN = { autoresponder_names: ['Birthday'] };

  describe('subscription_result', () => {
    it('is remained_active for an active subscriber, named by id or address', async () => {
      const answer = await trigger(ann, FOR_ANN);
      expect(answer.data).toMatchObject({
        triggered_autoresponders: [{ id: ids[1], name: 'Birthday' }],
        subscriber: { id: ann, email: 'Ann@example.com', status: 'active' },
        subscription_result: 'remained_active',
      });
      expect((await trigger('ANN@example.com', FOR_ANN)).data.subscriber.id).toBe(ann);
      expect(await api.reactions(listId)).toEqual(
        [1, 2].map(() => ({ name: 'Birthday', subscriber: ann, texts: null, delay: 0 })),
      );
    });

    it('is reactivated with reactivate_subscriber for one who is not active', async () => {
      const { data } = await trigger(bob, { ...FOR_ANN, reactivate_subscriber: true });
      expect(data).toMatchObject({ subscriber: { status: 'active' }, subscription_result: 'reactivated' });
      expect(await api.row(bob)).toMatchObject({ status: 'active', remove_time: null });
      expect(await queued()).toEqual(['Birthday']);
    });

    it('is created with create_missing_subscriber for one who is absent', async () => {
      const { data } = await trigger('New@example.com', { ...FOR_ANN, create_missing_subscriber: true });
      expect(data).toMatchObject({
        subscriber: { email: 'New@example.com', status: 'active' },
        subscription_result: 'created',
      });
      expect(await queued()).toEqual(['Birthday', 'Welcome']);
    });
  });

  it('queues on-subscription autoresponders of a created subscriber once, unless skip_subscription_autoresponders', async () => {
    const create = { create_missing_subscriber: true };
    await trigger('one@example.com', { ...create, autoresponder_names: ['welcome'] });
    expect(await queued()).toEqual(['Welcome']);
    await trigger('two@example.com', { ...create, ...FOR_ANN, skip_subscription_autoresponders: true });
    expect(await queued()).toEqual(['Welcome', 'Birthday']);
  });

  it('adds one subscriber only when it is called several times at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => trigger('many@example.com', { ...FOR_ANN, create_missing_subscriber: true })),
    );
    expect(answers.map(({ data }) => data.subscription_result).sort()).toEqual([
      'created',
      'remained_active',
      'remained_active',
    ]);
  });

  describe('autoresponder_names and autoresponder_ids', () => {
    it.each([
      [['birth*'], ['Birthday', 'Birth*day']],
      [['WELCOME', 'nothing'], ['Welcome']],
      [['*'], ['Welcome', 'Birthday', 'Birth*day']],
      [
        ['*day', 'Birth*'],
        ['Birthday', 'Birth*day'],
      ],
    ])('names %j ignore case, and * is a wildcard', async (autoresponder_names, names) => {
      const { data } = await trigger(ann, { autoresponder_names });
      expect(data.triggered_autoresponders.map(({ name }) => name)).toEqual(names);
      expect(await queued()).toEqual(names);
    });

    it('ids name any autoresponder of the list, each once', async () => {
      const { data } = await trigger(ann, { autoresponder_ids: [ids[2], ids[0], ids[2]] });
      expect(data.triggered_autoresponders.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
      expect(await queued()).toHaveLength(2);
    });

    it('answers not_found for an id of another list, a deleted one, and when no name matches', async () => {
      const other = await api.addAutoresponder(await api.addList());
      const gone = await api.addAutoresponder(listId, { name: 'Gone', deleted_at: new Date() });
      for (const body of [
        { autoresponder_ids: [ids[0], other] },
        { autoresponder_ids: [gone] },
        { autoresponder_names: ['gone', 'xyz*'] },
      ]) {
        expect(await trigger(ann, body)).toMatchObject({
          error_code: 'not_found',
          error_message: 'autoresponder not found',
        });
      }
      expect(await queued()).toEqual([]);
    });

    it.each([
      [{}],
      [undefined],
      [{ autoresponder_names: ['a'], autoresponder_ids: [1] }],
      [{ autoresponder_names: [] }],
    ])('answers invalid_request to both or neither of them: %j', async (body) =>
      expect(await trigger(ann, body)).toMatchObject({ data: null, error_code: 'invalid_request' }),
    );
  });

  it('answers invalid_request for one who is not active without reactivate_subscriber', async () => {
    expect(await trigger(bob, { ...FOR_ANN, create_missing_subscriber: true })).toMatchObject({
      error_code: 'invalid_request',
    });
    expect(await api.row(bob)).toMatchObject({ status: 'unsubscribed' });
  });

  it('answers not_found for one who is absent and not to be created, or named by id', async () => {
    const create = { ...FOR_ANN, create_missing_subscriber: true };
    expect((await trigger('nobody@example.com', FOR_ANN)).error_code).toBe('not_found');
    expect((await trigger(999_999, create)).error_code).toBe('not_found');
    expect((await trigger(ann, FOR_ANN, (await api.addOrganization()).key)).error_code).toBe('not_found');
  });

  it('answers validation_failed when the absent one has no valid address', async () => {
    expect(await trigger('nobody', { ...FOR_ANN, create_missing_subscriber: true })).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'email is not a valid email address',
    });
  });

  it.each([
    [{ create_missing_subscriber: 'x' }, 'create_missing_subscriber must be true or false'],
    [{ reactivate_subscriber: [] }, 'reactivate_subscriber must be true or false'],
    [{ skip_subscription_autoresponders: 2 }, 'skip_subscription_autoresponders must be true or false'],
    [{ autoresponder_names: 'x' }, 'autoresponder_names must be an array'],
    [{ autoresponder_names: [1] }, 'autoresponder_names.0 must be a string'],
    [{ autoresponder_ids: ['1'] }, 'autoresponder_ids.0 must be a whole number from 1'],
    [{ content_replacement_fields: { a: 1 } }, 'content_replacement_fields.a must be a string'],
    [{ content_replacement_fields: [] }, 'content_replacement_fields must be a JSON object'],
  ])('answers validation_failed to the wrong type in %j', async (body, error_message) => {
    expect(await trigger(ann, body)).toMatchObject({ error_code: 'validation_failed', error_message });
  });

  it('answers multiple_records_found when several share the address, and needs the key of a new one', async () => {
    const keyed = await api.addKeyedList();
    const id = await api.addAutoresponder(keyed);
    for (const Member of ['m1', 'm2']) await api.add(keyed, { email: 's@example.com', custom_fields: { Member } });
    const body = { autoresponder_ids: [id], create_missing_subscriber: true };
    expect((await trigger('s@example.com', body, undefined, keyed)).error_code).toBe('multiple_records_found');
    expect((await trigger('t@example.com', body, undefined, keyed)).error_message).toBe('Member is required');
    const taken = { ...body, custom_fields: { for_new: { Member: 'M1' } } };
    expect((await trigger('t@example.com', taken, undefined, keyed)).error_message).toBe(
      'Member has already been taken',
    );
  });

  it('answers invalid_request on a remote list', async () => {
    await api.database.pool.query('update mailing_lists set is_remote_list = true where id = $1', [listId]);
    expect((await trigger(ann, FOR_ANN)).error_code).toBe('invalid_request');
  });
});
