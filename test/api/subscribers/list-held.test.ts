import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

describe('a list that changes while a subscriber is written', () => {
  let api: SubscriberApi;
  beforeAll(async () => {
    api = await buildSubscriberApi();
  });

  /** Runs the call while the change waits to be committed, and commits once the call waits for it. */
  const callDuring = async <Result>(
    change: string,
    values: unknown[],
    call: () => Promise<Result>,
  ): Promise<Result> => {
    const client = await api.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(change, values);
      const calling = call();
      await vi.waitFor(async () => {
        const { rowCount } = await api.database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(1);
      }, 10_000);
      await client.query('commit');
      return await calling;
    } finally {
      client.release();
    }
  };

  it('accepts nothing once it is deleted', async () => {
    const listId = await api.addList();
    const deletion = 'update mailing_lists set deleted_at = now() where id = $1';
    const answer = await callDuring(deletion, [listId], () => api.create(listId, { email: 'a@example.com' }));
    expect(answer).toMatchObject({ error_code: 'not_found', error_message: 'mailing list not found' });
    const { rows } = await api.database.pool.query('select 1 from subscribers where mailing_list_id = $1', [listId]);
    expect(rows).toEqual([]);
  });

  it('accepts nobody under the key it had before', async () => {
    const listId = await api.addList();
    const { id } = await api.addField(listId, { name: 'Member', field_type: 'text', required: true });
    const change = 'update mailing_lists set primary_key_custom_field_id = $2 where id = $1';
    const subscriber = { email: 'a@example.com', custom_fields: { Member: 'm1' } };
    const answer = await callDuring(change, [listId, id], () => api.create(listId, subscriber));
    expect(answer).toMatchObject({ error_code: 'invalid_request' });
    expect((await api.create(listId, subscriber)).success).toBe(true);
  });
});
