import { beforeAll, describe, expect, it } from 'vitest';
import { buildSubscriberApi } from '../api/subscribers/support.ts';
import type { SubscriberApi } from '../api/subscribers/support.ts';
import { createImport, setImport } from '../api/support/import-rows.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

describe('errors', () => {
  let api: SubscriberApi;
  let listId: number;
  beforeAll(async () => {
    api = await buildSubscriberApi({ serviceDisableSubscriberDeletion: true });
    listId = await api.addList();
    await api.database.pool.query(`insert into database_connections (name) values ('Warehouse')`);
  });

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: Row) =>
    api.call<Row>(method, path, body);
  const createSegment = (clause: Row[], name = 'Segment') =>
    call('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria: { name, clause } });
  const usedField = async (name: string) => {
    const { id } = await api.addField(listId, { name, field_type: 'text' });
    const clause = [{ type: 'custom_field', custom_field: { id }, operator: 'is blank' }];
    const segment = await createSegment(clause, name);
    return { id, dependencies: [{ type: 'segmentation_criteria', id: segment.data.id as number }] };
  };
  const deleteField = (id: number) => call('DELETE', `/mailing_lists/${listId}/custom_fields/${id}`);

  it.each(['pause', 'unpause', 'cancel'])(
    'error validation_failed: impossible pause, unpause or cancel',
    async (command) => {
      const { id } = (await createImport(api, listId)).data;
      await setImport(api, id, { state: 'finished', finished_at: new Date().toISOString() });
      expect(await call('POST', `/subscriber_imports/${id}/${command}`)).toMatchObject(failed('validation_failed'));
      expect((await call('GET', `/subscriber_imports/${id}`)).data).toMatchObject({ state: 'finished' });
    },
  );

  it('error validation_failed: subscriber deletion switched off', async () => {
    const id = await api.add(listId, { email: 'stays@example.com' });
    const answer = await call('DELETE', `/mailing_lists/${listId}/subscribers/${id}`);
    expect(answer).toMatchObject({ ...failed('validation_failed'), error_message: expect.stringContaining('delet') });
    expect(await api.row(id)).toMatchObject({ email: 'stays@example.com' });
  });

  it('error validation_failed: custom field with dependents', async () => {
    const { id, dependencies } = await usedField('Used');
    expect(await deleteField(id)).toMatchObject({ ...failed('validation_failed'), data: { dependencies } });
    expect((await call('GET', `/custom_fields/${id}`)).data).toMatchObject({ id, name: 'Used' });
  });

  it.each([
    [
      'campaign',
      `insert into campaigns (organization_id, mailing_list_id, name, state, segmentation_criteria_id) values (1, $1, 'x', 'sending', $2)`,
    ],
    [
      'autoresponder',
      `insert into autoresponders (mailing_list_id, name, trigger, segmentation_criteria_id) values ($1, 'x', 'api', $2)`,
    ],
  ])('error validation_failed: segment in use', async (user, statement) => {
    const { id } = (await createSegment([], `Used by a ${user}`)).data;
    await api.database.pool.query(statement, [listId, id]);
    expect(await call('DELETE', `/segments/${id}`)).toMatchObject(failed('validation_failed'));
    expect((await call('GET', `/segments/${id}`)).data).toMatchObject({ id });
  });

  it('error validation_failed: data that is not valid', async () => {
    const autowinner = {
      d_autowinner_enabled: true,
      d_autowinner_percentage: '12.345',
      d_autowinner_delay_amount: 1,
      d_autowinner_delay_unit: 'hours',
      d_autowinner_metric: 'opens_unique',
    };
    const refused = await call('POST', '/mailing_lists', { mailing_list: { name: 'Precise', ...autowinner } });
    expect(refused).toMatchObject(failed('validation_failed'));

    const list = await api.addList();
    const id = await api.add(list, { email: 'ann@example.com' });
    await api.addAutoresponder(list, { name: 'Birthday', trigger: 'api' });
    const body = { autoresponder_names: ['Birthday'], custom_fields: { for_all: { Nowhere: 'x' } } };
    const path = `/mailing_lists/${list}/subscribers/${id}/trigger_autoresponders`;
    expect(await call('POST', path, body)).toMatchObject(failed('validation_failed'));
    expect(await api.reactions(list)).toEqual([]);
  });

  it('error not_found: import log that is not there', async () => {
    const { id } = (await createImport(api, listId)).data;
    const log = (kind: string) => call('GET', `/subscriber_imports/${id}/logs/${kind}`);
    expect(await log('added')).toMatchObject(failed('not_found'));
    await api.database.pool.query(
      `insert into import_logs (subscriber_import_id, kind, part, entries, content) values ($1, 'added', 0, 1, 'a')`,
      [id],
    );
    expect(await log('failed')).toMatchObject(failed('not_found'));
  });

  it('error invalid_request: kind of clause that is not supported', async () => {
    for (const type of ['subscriber_zip_code', undefined, 5]) {
      expect(await createSegment([{ type }])).toMatchObject(failed('invalid_request'));
      expect(await createSegment([{ type: 'any', clauses: [{ type }] }])).toMatchObject(failed('invalid_request'));
    }
    expect((await call('GET', '/segments?name=Segment')).data).toEqual([]);
  });

  it('error: envelope without data', async () => {
    for (const [path, code, status] of [
      ['/segments/999999', 'not_found', 200],
      ['/jobs/all?state=x', 'invalid_request', 200],
      ['/nowhere', 'not_found', 404],
    ] as const) {
      const answer = await call('GET', path);
      expect(answer).toEqual(failed(code, status));
    }
  });

  it('error: status 200 with success false', async () => {
    const id = await api.add(listId, { email: 'kept@example.com' });
    const subscriber = await call('DELETE', `/mailing_lists/${listId}/subscribers/${id}`);
    const field = await deleteField((await usedField('Used again')).id);
    for (const answer of [subscriber, field]) expect(answer).toMatchObject({ status: 200, success: false });
  });

  it('error: remote list', async () => {
    const remote = await api.addList({ is_remote_list: true, database_connection_name: 'Warehouse' });
    const list = `/mailing_lists/${remote}`;
    const calls = [
      call('GET', `${list}/subscribers`),
      call('GET', `${list}/subscribers/1`),
      call('POST', `${list}/subscribers`, { subscriber: { email: 'a@example.com' } }),
      call('PUT', `${list}/subscribers/1`, { subscriber: {} }),
      call('DELETE', `${list}/subscribers/1`),
      call('POST', `${list}/subscribers/1/trigger_autoresponders`, { autoresponder_names: ['*'] }),
      call('GET', `${list}/subscribers_by_email/a@example.com`),
      call('GET', `${list}/subscriber_imports`),
      createImport(api, remote),
      call('GET', `${list}/segments`),
      call('POST', `${list}/segments`, { segmentation_criteria: { name: 'x', clause: [] } }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(failed('invalid_request'));
  });

  it('error: seed list in use', async () => {
    const { id } = (await call('POST', '/seed_lists', { seed_list: { name: 'Office' } })).data;
    await api.addList({ d_seed_list_ids: [id] });
    expect(await call('DELETE', `/seed_lists/${id}`)).toMatchObject(failed('validation_failed'));
    expect((await call('GET', '/seed_lists')).data).toHaveLength(1);
  });
});
