import type { TestApi } from '../support/build.ts';

/** Inserts a subscriber as it is given, with the address as its key unless another is given. @returns its id */
export async function insertSubscriber(
  api: TestApi,
  listId: number,
  columns: Readonly<Record<string, unknown>>,
): Promise<number> {
  const row = { mailing_list_id: listId, key: columns.email, ...columns };
  const slots = Object.keys(row).map((_, at) => `$${at + 1}`);
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into subscribers (${Object.keys(row).join(', ')}) values (${slots.join(', ')}) returning id`,
    Object.values(row),
  );
  return Number(rows[0]?.id);
}
