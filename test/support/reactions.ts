import type { TestEngine } from './engine.ts';
import { createList } from './imports.ts';

/** A list whose autoresponder every subscription sets off. */
export async function createReactingList(engine: TestEngine, name: string): Promise<number> {
  const list = await createList(engine, name);
  await addAutoresponder(engine, list);
  return list;
}

/** Such a list with the alternate primary key "Number". */
export async function createReactingListByNumber(engine: TestEngine, name: string): Promise<number> {
  const list = await createList(engine, name, [{ name: 'Number', field_type: 'text' }]);
  await engine.pool.query(
    `update mailing_lists set primary_key_custom_field_id = (select id from custom_fields where mailing_list_id = $1) where id = $1`,
    [list],
  );
  await addAutoresponder(engine, list);
  return list;
}

async function addAutoresponder(engine: TestEngine, list: number): Promise<void> {
  await engine.pool.query(
    `insert into autoresponders (mailing_list_id, name, trigger, trigger_include_subscribers_from_import, trigger_run_on_api)
     values ($1, 'Welcome', 'subscription', true, true)`,
    [list],
  );
}

/** The addresses of the reactions of a list. */
export async function reactingIn(engine: TestEngine, list: number): Promise<string[]> {
  const { rows } = await engine.pool.query<{ email: string }>(
    `select s.email from autoresponder_reactions r join subscribers s on s.mailing_list_id = r.mailing_list_id and s.id = r.subscriber_id
      where r.mailing_list_id = $1 order by 1`,
    [list],
  );
  return rows.map(({ email }) => email);
}
