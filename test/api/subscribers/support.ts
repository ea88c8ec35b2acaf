import { afterEach, expect } from 'vitest';
import type { Config } from '../../../engine/platform/config.ts';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';

export interface SubscriberRecord {
  id: number | null;
  mailing_list_id: number;
  email: string;
  status: string;
  email_format?: string;
  confirmed?: boolean;
  subscribe_time: string;
  subscribe_ip: string | null;
  custom_fields: Record<string, { name: string; type: string; value: unknown }>;
}

export interface Reaction {
  name: string;
  subscriber: number;
  texts: Record<string, string> | null;
  delay: number;
}

/** The API with short words for what tests of subscribers set up; the counts are compared with the rows after each test. */
export interface SubscriberApi extends TestApi {
  addList(attributes?: object, key?: string): Promise<number>;
  addField(listId: number, attributes: object, key?: string): Promise<{ id: number; options: { id: number }[] }>;
  /** A list with a required text field Member as its alternate primary key. */
  addKeyedList(): Promise<number>;
  addAutoresponder(listId: number, columns?: Record<string, unknown>): Promise<number>;
  /** Adds a subscriber through the API and answers its id. */
  add(listId: number, subscriber: object): Promise<number>;
  create(listId: number, subscriber: object, beside?: object, key?: string): Promise<Answer<SubscriberRecord>>;
  row(id: number): Promise<Record<string, unknown>>;
  reactions(listId: number): Promise<Reaction[]>;
  limitTo(organizationId: number, limit: number | null): Promise<void>;
  deleteList(listId: number): Promise<void>;
}

export async function buildSubscriberApi(settings: Partial<Config> = {}): Promise<SubscriberApi> {
  const api = await build(settings);
  const { pool } = api.database;
  let names = 0;

  const addList: SubscriberApi['addList'] = async (attributes = {}, key) => {
    const body = { mailing_list: { name: `List ${++names}`, ...attributes } };
    return Number((await api.call('POST', '/mailing_lists', body, key)).data.id);
  };
  const addField: SubscriberApi['addField'] = async (listId, attributes, key) => {
    const body = { custom_field: attributes };
    return (await api.call<any>('POST', `/mailing_lists/${listId}/custom_fields`, body, key)).data;
  };
  const create: SubscriberApi['create'] = (listId, subscriber, beside = {}, key) =>
    api.call('POST', `/mailing_lists/${listId}/subscribers`, { subscriber, ...beside }, key);

  afterEach(async () => {
    const { rows } = await pool.query(
      `select l.id from mailing_lists l left join subscriber_counts c on c.mailing_list_id = l.id
        where row(coalesce(c.active, 0), coalesce(c.bounced, 0), coalesce(c.unsubscribed, 0), coalesce(c.scomp, 0),
                  coalesce(c.deactivated, 0)) <> (
          select row(count(*) filter (where status = 'active'), count(*) filter (where status = 'bounced'),
                     count(*) filter (where status = 'unsubscribed'), count(*) filter (where status = 'scomp'),
                     count(*) filter (where status = 'deactivated'))
            from subscribers where mailing_list_id = l.id)`,
    );
    expect(rows, 'lists whose counts are wrong').toEqual([]);
  });

  return {
    ...api,
    addList,
    addField,
    addKeyedList: async () => {
      const listId = await addList();
      const { id } = await addField(listId, { name: 'Member', field_type: 'text', required: true });
      await api.call('PUT', `/mailing_lists/${listId}`, { mailing_list: { primary_key_custom_field_id: id } });
      return listId;
    },
    addAutoresponder: async (listId, columns = {}) => {
      const row = { mailing_list_id: listId, name: `A${++names}`, trigger: 'subscription', ...columns };
      const { rows } = await pool.query<{ id: number }>(
        `insert into autoresponders (${Object.keys(row).join(', ')})
         values (${Object.keys(row)
           .map((_, at) => `$${at + 1}`)
           .join(', ')}) returning id`,
        Object.values(row),
      );
      return Number(rows[0]?.id);
    },
    create,
    add: async (listId, subscriber) => {
      const answer = await create(listId, subscriber);
      if (!answer.success) throw new Error(String(answer.error_message));
      return Number(answer.data.id);
    },
    row: async (id) => (await pool.query(`select * from subscribers where id = $1`, [id])).rows[0] ?? {},
    reactions: async (listId) => {
      const { rows } = await pool.query<Reaction>(
        `select a.name, r.subscriber_id as subscriber, r.content_replacement_fields as texts,
                extract(epoch from r.due_at - r.created_at)::integer as delay
           from autoresponder_reactions r join autoresponders a on a.id = r.autoresponder_id
          where r.mailing_list_id = $1 order by r.id`,
        [listId],
      );
      return rows;
    },
    limitTo: async (organizationId, limit) =>
      void (await pool.query('update organizations set subscriber_limit = $2 where id = $1', [organizationId, limit])),
    deleteList: async (listId) =>
      void (await pool.query('update mailing_lists set deleted_at = now() where id = $1', [listId])),
  };
}
