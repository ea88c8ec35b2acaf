import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

describe('remote lists', () => {
  let api: TestApi;
  let connections: { id: number; name: string }[];
  beforeAll(async () => {
    api = await build();
    const { rows } = await api.database.pool.query<{ id: string; name: string }>(
      `insert into database_connections (name) values ('Warehouse'), ('Shop') returning id, name`,
    );
    connections = rows.map(({ id, name }) => ({ id: Number(id), name }));
  });

  let names = 0;
  const create = (attributes: object = {}, key?: string) =>
    api.call('POST', '/mailing_lists', { mailing_list: { name: `List ${++names}`, ...attributes } }, key);
  const update = (id: unknown, attributes: object) =>
    api.call('PUT', `/mailing_lists/${String(id)}`, { mailing_list: attributes });
  const shownAs = ({ id, name }: { id: number; name: string }) => ({
    is_remote_list: true,
    database_connection_id: id,
    database_connection_name: name,
  });
  const remoteList = async () =>
    Number((await create({ is_remote_list: true, database_connection_name: 'Warehouse' })).data.id);

  it('are created with a connection, by its id or its name, and show both', async () => {
    for (const connection of connections) {
      const byId = await create({ is_remote_list: true, database_connection_id: connection.id });
      expect(byId.data).toMatchObject(shownAs(connection));
      const byName = await create({ is_remote_list: '1', database_connection_name: connection.name.toUpperCase() });
      expect(byName.data).toMatchObject(shownAs(connection));
    }
    const { data } = await api.call<Record<string, unknown>[]>('GET', '/mailing_lists');
    expect(data.filter(({ database_connection_name: name }) => name === 'Shop')).toHaveLength(2);
  });

  it('can be given another connection, and keep theirs when none is sent', async () => {
    const id = await remoteList();
    const moved = await update(id, { database_connection_name: 'Shop' });
    expect(moved.data).toMatchObject({ is_remote_list: true, database_connection_name: 'Shop' });
    expect((await update(id, { is_remote_list: true, d_speed: 4 })).data).toEqual({ ...moved.data, d_speed: 4 });
  });

  it.each([
    [{ is_remote_list: true }, 'database_connection_id or database_connection_name is required for a remote list'],
    [{ is_remote_list: true, database_connection_id: 99 }, 'database_connection_id is not a known connection'],
    [
      { is_remote_list: true, database_connection_name: 'Nowhere' },
      'database_connection_name is not a known connection',
    ],
    [{ is_remote_list: true, database_connection_id: 'x' }, 'database_connection_id must be a whole number from 1'],
    [{ database_connection_id: 1 }, 'database_connection_id is for remote lists only'],
    [{ is_remote_list: false, database_connection_name: 'Shop' }, 'database_connection_name is for remote lists only'],
  ])('cannot be created with %j', async (attributes, error_message) => {
    expect(await create(attributes)).toMatchObject({ data: null, error_code: 'validation_failed', error_message });
  });

  it('cannot be created outside of the System Organization', async () => {
    const { key } = await api.addOrganization();
    expect(await create({ is_remote_list: true, database_connection_name: 'Shop' }, key)).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'is_remote_list can be true on the System Organization only',
    });
  });

  it('cannot be given a connection by id and by name at once', async () => {
    const [connection] = connections;
    const both = { database_connection_id: connection?.id, database_connection_name: connection?.name };
    const refusal = {
      error_code: 'invalid_request',
      error_message: 'database_connection_id and database_connection_name must not be sent together',
    };
    expect(await create({ is_remote_list: true, ...both })).toMatchObject(refusal);
    expect(await update(await remoteList(), both)).toMatchObject(refusal);
  });

  it('stay remote and connected, and other lists stay local', async () => {
    const remote = await remoteList();
    const refused = async (id: number, attributes: object, error_message: string) =>
      expect(await update(id, attributes)).toMatchObject({ error_code: 'validation_failed', error_message });
    await refused(remote, { is_remote_list: false }, 'is_remote_list cannot be changed');
    await refused(
      remote,
      { database_connection_id: null },
      'database_connection_id or database_connection_name is required for a remote list',
    );
    const local = Number((await create()).data.id);
    await refused(local, { is_remote_list: true }, 'is_remote_list cannot be changed');
    await refused(local, { database_connection_name: 'Shop' }, 'database_connection_name is for remote lists only');
    const { data } = await update(local, { database_connection_id: null, database_connection_name: null });
    expect(data).toMatchObject({ is_remote_list: false, database_connection_id: null, database_connection_name: null });
  });

  it.each([
    ['GET', '/subscribers'],
    ['GET', '/subscribers/1'],
    ['GET', '/subscribers/find_by_email?email=a@example.com'],
    ['POST', '/subscribers', { subscriber: { email: 'a@example.com' } }],
    ['PUT', '/subscribers/1', { subscriber: { status: 'active' } }],
    ['DELETE', '/subscribers/1'],
    ['POST', '/subscribers/a@example.com/trigger_autoresponders', { autoresponder_names: ['Hi'] }],
    ['GET', '/subscriber_imports'],
    ['POST', '/subscriber_imports', { subscriber_import: {} }],
    ['GET', '/segments'],
    ['POST', '/segments', { segmentation_criteria: { name: 'S', clause: [] } }],
  ] as const)('answer %s /mailing_lists/:id%s with invalid_request', async (method, path, body?: object) => {
    const id = await remoteList();
    expect(await api.call(method, `/mailing_lists/${id}${path}`, body)).toMatchObject({
      success: false,
      data: null,
      error_code: 'invalid_request',
      error_message: 'this is not available on a remote list',
    });
  });

  it('answer invalid_request for a segment of theirs', async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into segments (mailing_list_id, name, clause) values ($1, 'S', '[]') returning id`,
      [await remoteList()],
    );
    const body = { segmentation_criteria: { name: 'S', clause: [] } };
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await api.call(method, `/segments/${rows[0]?.id}`, method === 'PUT' ? body : undefined);
      expect(answer).toMatchObject({ error_code: 'invalid_request' });
    }
  });

  it('have campaign templates with SQL for the remote database, which other lists have not', async () => {
    const addTemplate = (listId: number, sql: string) =>
      api.call('POST', `/mailing_lists/${listId}/templates`, {
        campaign: { name: 'Monthly', segmentation_criteria_remote_sql: sql },
      });
    const { data } = await addTemplate(await remoteList(), 'age > 30');
    expect(data).toMatchObject({ segmentation_criteria_id: null, segmentation_criteria_remote_sql: 'age > 30' });
    const cleared = { campaign: { segmentation_criteria_remote_sql: '' } };
    expect((await api.call('PUT', `/templates/${String(data.id)}`, cleared)).data).toMatchObject({
      segmentation_criteria_remote_sql: null,
    });
    const local = Number((await create()).data.id);
    expect(await addTemplate(local, 'age > 30')).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'segmentation_criteria_remote_sql is for remote lists only',
    });
    expect((await addTemplate(local, ' ')).success).toBe(true);
  });

  it('count no subscribers, have custom fields, and are deleted like others', async () => {
    const id = await remoteList();
    const field = { custom_field: { name: 'City', field_type: 'text' } };
    expect((await api.call('POST', `/mailing_lists/${id}/custom_fields`, field)).success).toBe(true);
    const { data: code } = await api.call('GET', `/mailing_lists/${id}/delete_confirmation_code`);
    const path = `/mailing_lists/${id}/confirmed/${String(code.delete_confirmation_code)}`;
    expect(await api.call('DELETE', path)).toMatchObject({ success: true, data: null });
    expect(await update(id, {})).toMatchObject({ error_code: 'not_found' });
    expect(api.jobs.started.at(-1)).toMatchObject({ workflowId: `list-deletion/${id}` });
  });
});
