import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

describe('what the campaigns of a mailing list are sent through', () => {
  let api: TestApi;
  let other: { id: number; key: string };
  beforeAll(async () => {
    api = await build();
    other = await api.addOrganization();
  });

  let names = 0;
  const create = (attributes: object = {}, key?: string) =>
    api.call('POST', '/mailing_lists', { mailing_list: { name: `List ${++names}`, ...attributes } }, key);
  const update = (id: unknown, attributes: object) =>
    api.call('PUT', `/mailing_lists/${String(id)}`, { mailing_list: attributes });

  const NAMED = { d_virtual_mta: 'Fast', d_url_domain: 'links.example.com', d_bounce_email: 'r@example.com' };

  it('is registered under the next id when it is named and unknown, and found by name from then on', async () => {
    const { data } = await create(NAMED);
    expect(data).toMatchObject({
      ...NAMED,
      d_virtual_mta_id: expect.any(Number),
      d_url_domain_id: expect.any(Number),
      d_bounce_email_id: expect.stringMatching(/^\d+@\d+$/),
    });
    const again = await create({
      d_virtual_mta: ' FAST',
      d_url_domain: 'LINKS.example.com',
      d_bounce_email: 'R@Example.com',
    });
    const { d_virtual_mta_id, d_url_domain_id, d_bounce_email_id } = data;
    expect(again.data).toMatchObject({ ...NAMED, d_virtual_mta_id, d_url_domain_id, d_bounce_email_id });
  });

  it('can be given by id, on create and on update', async () => {
    const { d_virtual_mta_id, d_url_domain_id, d_bounce_email_id } = (await create(NAMED)).data;
    const ids = { d_virtual_mta_id, d_url_domain_id, d_bounce_email_id };
    const created = await create(ids);
    expect(created.data).toMatchObject({ ...NAMED, ...ids });
    const { data: plain } = await create();
    const updated = await update(plain.id, ids);
    expect(updated.data).toEqual({ ...plain, ...NAMED, ...ids });
    expect((await update(plain.id, { d_speed: 1 })).data).toEqual({ ...updated.data, d_speed: 1 });
  });

  it('may be sent back as the record shows it, and goes back to the default when it is null or blank', async () => {
    const { data } = await create(NAMED);
    expect((await update(data.id, data)).data).toEqual(data);
    const none = { d_virtual_mta_id: 0, d_url_domain_id: null, d_bounce_email_id: '' };
    const cleared = {
      ...data,
      ...none,
      d_virtual_mta: 'System Default Route',
      d_url_domain: null,
      d_bounce_email: null,
    };
    expect((await update(data.id, { d_virtual_mta: null, d_url_domain: '', d_bounce_email_id: '' })).data).toEqual(
      cleared,
    );
    expect((await update(data.id, cleared)).data).toEqual(cleared);
  });

  it('is a name of the organization: another one registers its own and cannot use the id', async () => {
    const ours = (await create(NAMED)).data;
    const theirs = (await create(NAMED, other.key)).data;
    for (const name of ['d_virtual_mta_id', 'd_url_domain_id', 'd_bounce_email_id']) {
      expect(theirs[name]).not.toBe(ours[name]);
      expect(await create({ [name]: ours[name] }, other.key)).toMatchObject({ error_code: 'validation_failed' });
    }
    expect(theirs).toMatchObject(NAMED);
  });

  it("is everybody's when it belongs to no organization", async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into virtual_mtas (name) values ('Shared') returning id`,
    );
    const shared = { d_virtual_mta: 'Shared', d_virtual_mta_id: Number(rows[0]?.id) };
    expect((await create({ d_virtual_mta: 'shared' }, other.key)).data).toMatchObject(shared);
    expect((await create({ d_virtual_mta_id: shared.d_virtual_mta_id })).data).toMatchObject(shared);
  });

  it('shows the name that the id has now', async () => {
    const { data } = await create({ d_url_domain: 'before.example.com' });
    await api.database.pool.query(`update url_domains set domain = 'after.example.com' where id = $1`, [
      data.d_url_domain_id,
    ]);
    expect((await update(data.id, {})).data).toEqual({ ...data, d_url_domain: 'after.example.com' });
  });

  it.each([
    [{ d_virtual_mta_id: 999_999 }, 'd_virtual_mta_id is not a known virtual MTA'],
    [{ d_url_domain_id: 999_999 }, 'd_url_domain_id is not a known URL domain'],
    [{ d_bounce_email_id: '9@999999' }, 'd_bounce_email_id is not a known bounce address'],
    [{ d_virtual_mta_id: '0' }, 'd_virtual_mta_id must be a whole number from 0'],
    [{ d_bounce_email_id: 4 }, 'd_bounce_email_id must be a string'],
    [{ d_bounce_email: 'nobody' }, 'd_bounce_email is not a valid email address'],
    [{ d_url_domain: 'a\nb' }, 'd_url_domain cannot have a line break'],
  ])('refuses %j', async (attributes, error_message) => {
    expect(await create(attributes)).toMatchObject({ error_code: 'validation_failed', error_message });
  });

  it('refuses an id together with the name of something else, and registers nothing then', async () => {
    const { data } = await create(NAMED);
    const registered = await api.database.pool.query('select id from virtual_mtas');
    const answer = await update(data.id, { d_virtual_mta_id: data.d_virtual_mta_id, d_virtual_mta: 'Slow' });
    expect(answer).toMatchObject({
      error_code: 'invalid_request',
      error_message: 'd_virtual_mta_id and d_virtual_mta must not be sent together unless they mean the same',
    });
    expect(await create({ d_virtual_mta: 'Slow', d_speed: -1 })).toMatchObject({ error_code: 'validation_failed' });
    expect((await api.database.pool.query('select id from virtual_mtas')).rows).toEqual(registered.rows);
  });
});
