import { createHash } from 'node:crypto';
import type { TestApi } from '../support/build.ts';
import { addList, createImport } from '../support/import-rows.ts';
import { watchChanges } from '../support/watch-changes.ts';
import type { FuzzRequest, Nameable } from './requests.ts';

/** Name of the other organization's records, which occurs in no other record. */
export const SECRET = 'zq7-of-the-others';

/** Two organizations with a record of every kind, and an eye on what becomes of them. */
export interface World {
  nameable: Nameable;
  /** The header of a caller. */
  authorizationOf(caller: FuzzRequest['caller']): Record<string, string>;
  /** Returns the number of row changes by committed transactions. */
  countChanges(): Promise<number>;
  /** Returns a hash of the other organization's records, which any change of them changes. */
  fingerprintOfOthers(): Promise<string>;
  /** Gives the callers their keys back, which they may have changed or deleted. */
  restoreKeys(): Promise<void>;
}

/** Fills the database of an API. */
export async function createWorld(api: TestApi): Promise<World> {
  const own = await api.addOrganization({ name: 'Own' });
  const others = await api.addOrganization({ name: SECRET });
  const ownIds = await addRecords(api, own.key, 'own');
  const otherIds = await addRecords(api, others.key, SECRET);
  const countChanges = await watchChanges(api.database);

  const keys = { own: { key: own.key, organizationId: own.id }, admin: { key: api.admin, organizationId: 1 } };
  const one = async <Value>(sql: string) => (await api.database.pool.query<{ value: Value }>(sql)).rows[0]!.value;
  return {
    nameable: {
      ids: [...ownIds, ...ownIds, ...otherIds, own.id, others.id],
      emails: ['own@example.com', `${SECRET}@example.com`, 'reader1@example.com'],
    },
    authorizationOf: (caller) => (caller === 'nobody' ? {} : { authorization: `Basic ${keys[caller].key}` }),
    countChanges,
    fingerprintOfOthers: () => one<string>(fingerprintSql(others.id)),
    restoreKeys: async () => {
      for (const [name, { key, organizationId }] of Object.entries(keys)) {
        await api.database.pool.query(
          `insert into api_keys (organization_id, name, role, active, credential_hash) values ($1, 'test', $2, true, $3)
           on conflict (credential_hash) do update set active = true, role = excluded.role`,
          [
            organizationId,
            name === 'admin' ? 'system_admin' : 'organization_admin',
            createHash('sha256').update(key).digest(),
          ],
        );
      }
    },
  };
}

async function addRecords(api: TestApi, key: string, name: string): Promise<number[]> {
  const add = async (path: string, body: object) => {
    const { success, data, error_message } = await api.call('POST', path, body, key);
    if (!success) throw new Error(`${path}: ${error_message}`);
    return Number(data.id);
  };
  const lists = [await addList(api, { name, has_format: true }, key), await addList(api, { name: `${name} 2` }, key)];
  const [list] = lists;
  const clause = [{ type: 'subscriber_email', operator: 'contains', value: name }];
  return [
    ...lists,
    await add('/custom_fields', { custom_field: { name: `${name} city`, field_type: 'text' } }),
    await add(`/mailing_lists/${list}/custom_fields`, { custom_field: { name: `${name} age`, field_type: 'number' } }),
    await add(`/mailing_lists/${list}/subscribers`, { subscriber: { email: `${name}@example.com` } }),
    await add(`/mailing_lists/${list}/segments`, { segmentation_criteria: { name, clause } }),
    await add(`/mailing_lists/${list}/templates`, { campaign: { name, contents: [{ subject: name }] } }),
    await add('/seed_lists', { seed_list: { name, addresses_array: [`${name}@example.com`] } }),
    await add('/column_rule_sets', {
      column_rule_set: { name, columns: { status: { values: { [name]: 'active' } } } },
    }),
    await add('/api_keys', { api_key: { name } }),
    await add('/users', { user: userNamed(name) }),
    (await createImport(api, list!, {}, key)).data.id,
  ];
}

function userNamed(name: string) {
  const password = { password1: 'correct horse', password2: 'correct horse' };
  return { full_name: name, email: `${name}@example.com`, active: true, role: 'standard', ...password };
}

function fingerprintSql(organizationId: number): string {
  const lists = `select id from mailing_lists where organization_id = ${organizationId}`;
  const tables = [
    ...['mailing_lists', 'custom_fields', 'seed_lists', 'column_rule_sets', 'api_keys', 'users'].map(
      (table) => `select t::text as row from ${table} t where organization_id = ${organizationId}`,
    ),
    ...['subscribers', 'segments', 'subscriber_imports', 'campaign_templates'].map(
      (table) => `select t::text as row from ${table} t where mailing_list_id in (${lists})`,
    ),
  ];
  return `select md5(string_agg(row, '|' order by row)) as value from (${tables.join(' union all ')}) rows`;
}
