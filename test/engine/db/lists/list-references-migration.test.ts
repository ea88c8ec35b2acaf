import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const BEFORE = ['001.do.spine', '002.do.list-deletion', '003.do.keys-users-seed-lists', '004.do.subscriber-writes'];
const MIGRATION = '006.do.list-references';

describe('the migration to list references by id', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query('drop schema public, staging cascade; create schema public');
    for (const name of [...BEFORE, '005.do.segments-campaigns-jobs']) await apply(name);
    await database.pool.query(`
      insert into organizations (id, name) values (1, 'System'), (2, 'Other');
      insert into url_domains (organization_id, domain) values (1, 'known.example.com');
      insert into bounce_emails (organization_id, username, domain, domain_id)
        values (1, 'old', 'example.com', nextval('bounce_email_domain_ids'));
      insert into custom_fields (organization_id, name, field_type, options) values
        (1, 'City', 'text', '[]'), (1, 'Size', 'select_single_dropdown', '[{"id": 7, "name": "M"}]'),
        (1, 'Likes', 'select_multiple_checkboxes', '[{"id": 8, "name": "Tea"}, {"id": 9, "name": "Jam"}]');
    `);
    const defaults = {
      d_virtual_mta: 'System Default Route',
      d_virtual_mta_id: 0,
      d_url_domain: null,
      d_bounce_email: null,
    };
    const named = { d_virtual_mta: 'Fast', d_url_domain: 'KNOWN.example.com', d_bounce_email: 'r@Example.com' };
    const preview_custom_field_data = {
      City: { name: 'City', type: 'text', value: 'Oslo' },
      Size: { name: 'Size', type: 'select_single_dropdown', value: 'M' },
      Likes: { name: 'Likes', type: 'select_multiple_checkboxes', value: ['Jam'] },
      Gone: { name: 'Gone', type: 'text', value: 'x' },
    };
    await add(1, 'plain', {});
    await add(1, 'defaults', { ...defaults, d_speed: 3 });
    await add(1, 'named', { ...named, preview_custom_field_data });
    await add(1, 'named alike', { ...named, d_virtual_mta: 'fast' });
    await add(2, 'elsewhere', { ...named, d_bounce_email: 'nobody' });
    await apply(MIGRATION);
  });
  afterAll(() => database.drop());

  async function apply(name: string): Promise<void> {
    const file = new URL(`../../../../engine/db/migrations/${name}.sql`, import.meta.url);
    await database.pool.query(await readFile(file, 'utf8'));
  }
  function add(organizationId: number, name: string, settings: object) {
    const statement = 'insert into mailing_lists (organization_id, name, settings) values ($1, $2, $3)';
    return database.pool.query(statement, [organizationId, name, settings]);
  }
  async function settingsOf(name: string): Promise<Record<string, unknown>> {
    const { rows } = await database.pool.query<{ settings: Record<string, unknown> }>(
      'select settings from mailing_lists where name = $1',
      [name],
    );
    return rows[0]?.settings ?? {};
  }

  it('leaves a list that names nothing as it is, and gives the defaults their ids', async () => {
    expect(await settingsOf('plain')).toEqual({});
    expect(await settingsOf('defaults')).toEqual({
      d_virtual_mta_id: 0,
      d_url_domain_id: null,
      d_bounce_email_id: '',
      d_speed: 3,
    });
  });

  it('registers each name once for its organization and finds those that are known', async () => {
    const { rows: routes } = await database.pool.query(
      'select organization_id as org, name from virtual_mtas where id > 0 order by 1',
    );
    expect(routes).toEqual([
      { org: 1, name: expect.stringMatching(/^fast$/i) },
      { org: 2, name: 'Fast' },
    ]);
    const alike = await settingsOf('named alike');
    expect(await settingsOf('named')).toMatchObject(alike);
    expect(alike).toMatchObject({ d_url_domain_id: 1, d_bounce_email_id: '2@1' });
    expect(await settingsOf('elsewhere')).toMatchObject({ d_url_domain_id: 2, d_bounce_email_id: '' });
  });

  it('keeps the values of previews under the ids of their fields, options by id', async () => {
    const { preview_custom_field_data } = await settingsOf('named');
    expect(preview_custom_field_data).toEqual({ 1: 'Oslo', 2: 7, 3: [9] });
  });
});
