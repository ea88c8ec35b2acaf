import { SUBSCRIBER_STATUSES } from '../../../engine/domain/subscribers.ts';
import type { World } from '../world/world.ts';
import { COLUMN_MAPPING, FIELDS } from './csv-file.ts';
import type { CsvFile } from './csv-file.ts';

/**
 * Creates a list that holds some of the file's addresses in every status, and some that the file does not have. The same
 * file always meets the same subscribers. @returns its id
 */
export async function createListFor(world: World, file: CsvFile): Promise<number> {
  const listId = await createEmptyList(world);
  const addresses = [...new Set(file.rows.filter(({ isGood }) => isGood).map(({ name }) => name.toLowerCase()))];
  const known = addresses.filter((_, i) => i % 7 === 3);
  const others = known.map((_, i) => `gone${i}@example.com`);
  await world.pool.query(
    `with added as (
       insert into subscribers (mailing_list_id, key, email, status, remove_time)
       select $1, e, e, s, case when s <> 'active' then timestamptz '2020-01-01' end
         from (select e, ($3::text[])[1 + (n % 5)]::subscriber_status as s
                 from unnest($2::text[]) with ordinality as t (e, n)) t
       returning status)
     insert into subscriber_counts (mailing_list_id, ${SUBSCRIBER_STATUSES.join(', ')})
     select $1, ${SUBSCRIBER_STATUSES.map((status) => `count(*) filter (where status = '${status}')`).join(', ')} from added`,
    [listId, [...known, ...others], SUBSCRIBER_STATUSES],
  );
  return listId;
}

/** Creates a list with the fields of such files and nobody on it. @returns its id */
export async function createEmptyList({ api }: World): Promise<number> {
  const name = `Chaos ${listNumber++}`;
  const { id } = (await api.demand('POST', '/mailing_lists', { mailing_list: { name } })) as { id: number };
  for (const custom_field of FIELDS) await api.demand('POST', `/mailing_lists/${id}/custom_fields`, { custom_field });
  return id;
}

let listNumber = 1;

/**
 * Updates active and deactivated subscribers, leaves the others alone, and deactivates who is not in the file, though rows of it
 * have no address.
 */
export const THOROUGH = {
  column_mapping: COLUMN_MAPPING,
  overwrite: true,
  overwrite_when_status: { active: true, deactivated: true, unsubscribed: false, bounced: false, scomp: false },
  deactivate_subscribers_not_in_import: true,
  max_deactivated: '100%',
};

/** The inline source of a file. */
export function inline({ content }: CsvFile) {
  return { type: 'json', content };
}

/** Creates an import through the API. @returns its id */
export async function createImport(
  { api }: World,
  listId: number,
  file_source: object,
  settings: object = THOROUGH,
): Promise<number> {
  const subscriber_import = { ...settings, file_source };
  const { id } = await api.demand('POST', `/mailing_lists/${listId}/subscriber_imports`, { subscriber_import });
  return id as number;
}
