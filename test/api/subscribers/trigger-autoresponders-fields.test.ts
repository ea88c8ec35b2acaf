import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';
import { addTriggerList } from './trigger-list.ts';
import type { Triggered } from './trigger-list.ts';

describe('Trigger autoresponders: POST /mailing_lists/:mailing_list_id/subscribers/:subscriber_id_or_email/trigger_autoresponders', () => {
  let api: SubscriberApi;
  let listId: number;
  let ann: number;
  let bob: number;
  beforeAll(async () => {
    api = await buildSubscriberApi();
  });
  beforeEach(async () => {
    ({ listId, ann, bob } = await addTriggerList(api));
  });
  const trigger = (name: number | string, body?: object, key?: string, list = listId) =>
    api.call<Triggered>('POST', `/mailing_lists/${list}/subscribers/${name}/trigger_autoresponders`, body, key);
  const queued = async () => (await api.reactions(listId)).map(({ name }) => name);
  const FOR_ANN = { autoresponder_names: ['Birthday'] };

  describe('content_replacement_fields', () => {
    it('are kept with the reactions of this request only', async () => {
      const texts = { 'First Name': 'Ann', ['x'.repeat(50)]: '<b>' };
      await trigger(ann, { ...FOR_ANN, content_replacement_fields: texts });
      await trigger(ann, FOR_ANN);
      expect((await api.reactions(listId)).map((reaction) => reaction.texts)).toEqual([texts, null]);
    });

    it.each([
      [{ '': 'x' }, 'cannot have a blank key'],
      [{ ' \t': 'x' }, 'cannot have a blank key'],
      [{ __é: 'x' }, 'must have a letter or digit in each key'],
      [{ 'First Name': 'x', first_name: 'y' }, 'has the key first_name twice'],
      [{ ['x'.repeat(51)]: 'y' }, 'cannot have a key of more than 50 characters'],
      [{ 'a\u0000': 'y' }, 'has a key with characters that cannot be stored'],
    ])('answers invalid_request to a broken key: %j', async (content_replacement_fields, message) => {
      const answer = await trigger(ann, { ...FOR_ANN, content_replacement_fields });
      expect(answer).toMatchObject({ data: null, error_code: 'invalid_request' });
      expect(answer.error_message).toContain(`content_replacement_fields ${message}`);
      expect(await queued()).toEqual([]);
    });
  });

  describe('custom_fields', () => {
    const SENT = {
      for_all: { City: 'all', Age: 1 },
      for_new: { city: 'new' },
      for_active: { CITY: 'active' },
      for_reactivated: { City: { name: 'City', type: 'text', value: 'back' } },
    };
    const values = ({ data }: { data: Triggered }) =>
      Object.values(data.subscriber.custom_fields).map(({ value }) => value);

    it('for_all holds for everybody, and what is sent for the case goes before it', async () => {
      const create = { create_missing_subscriber: true, reactivate_subscriber: true, ...FOR_ANN, custom_fields: SENT };
      expect(values(await trigger('new@example.com', create))).toEqual(['new', 1]);
      expect(values(await trigger(ann, create))).toEqual(['active', 1]);
      expect(values(await trigger(bob, create))).toEqual(['back', 1]);
      expect(values(await trigger(ann, { ...FOR_ANN, custom_fields: { for_all: { Age: null } } }))).toEqual([
        'active',
        null,
      ]);
    });

    it('answers invalid_request to another sub-hash', async () => {
      const answer = await trigger(ann, { ...FOR_ANN, custom_fields: { City: 'Rome' } });
      expect(answer).toMatchObject({ error_code: 'invalid_request' });
    });

    it.each([
      [{ for_all: { Age: 'x' } }, 'Age must be a number'],
      [{ for_active: { Town: 'x' } }, 'custom_fields has no field named Town'],
      [{ for_new: 'x' }, 'custom_fields.for_new must be a JSON object'],
      ['x', 'custom_fields must be a JSON object'],
    ])('answers validation_failed to %j and triggers nothing', async (custom_fields, error_message) => {
      expect(await trigger(ann, { ...FOR_ANN, custom_fields })).toMatchObject({
        error_code: 'validation_failed',
        error_message,
      });
      expect(await queued()).toEqual([]);
    });
  });

  describe('all checks precede all writes', () => {
    it('answers validation_failed when a required field is missing, of old and new subscribers', async () => {
      await api.addField(listId, { name: 'Must', field_type: 'text', required: true });
      const create = { ...FOR_ANN, create_missing_subscriber: true, reactivate_subscriber: true };
      for (const name of [ann, bob, 'new@example.com']) {
        expect(await trigger(name, create)).toMatchObject({
          error_code: 'validation_failed',
          error_message: 'Must is required',
        });
      }
      expect(await api.row(bob)).toMatchObject({ status: 'unsubscribed' });
      expect(await queued()).toEqual([]);
      expect((await trigger(ann, { ...FOR_ANN, custom_fields: { for_active: { Must: 'x' } } })).success).toBe(true);
    });

    it('adds nobody when an autoresponder is not found', async () => {
      const body = { autoresponder_ids: [999_999], create_missing_subscriber: true };
      expect((await trigger('new@example.com', body)).error_code).toBe('not_found');
      const { data } = await api.call<unknown[]>('GET', `/mailing_lists/${listId}/subscribers`);
      expect(data).toHaveLength(2);
    });

    it('answers validation_failed beyond the subscriber limit', async () => {
      const organization = await api.addOrganization();
      const theirs = await api.addList({}, organization.key);
      const id = await api.addAutoresponder(theirs);
      await api.limitTo(organization.id, 0);
      const body = { autoresponder_ids: [id], create_missing_subscriber: true };
      expect((await trigger('a@example.com', body, organization.key, theirs)).error_code).toBe('validation_failed');
      expect(await api.reactions(theirs)).toEqual([]);
    });
  });
});
