import type { TestEngine } from '../../support/engine.ts';
import { createList } from '../../support/imports.ts';
import { createGate } from './gate.ts';

/** A list with so many active subscribers. */
export async function addListOf(engine: TestEngine, name: string, subscribers: number): Promise<number> {
  const list = await createList(engine, `${name} ${lists++}`);
  await engine.pool.query(
    `with added as (
       insert into subscribers (mailing_list_id, key, email)
       select $1, 'p' || i || '@example.com', 'p' || i || '@example.com' from generate_series(1, $2::integer) i
     )
     insert into subscriber_counts (mailing_list_id, active) values ($1, $2)`,
    [list, subscribers],
  );
  return list;
}

let lists = 1;

/** A deletion that has deleted one batch, and is held before the next commits. */
export async function holdDeletion(engine: TestEngine, deleteList: (list: number) => Promise<void>) {
  // Without pages of earlier lists before it, the first batch is as large as batches begin.
  await engine.pool.query('vacuum subscribers');
  const list = await addListOf(engine, 'Held', 12_000);
  const when = 'old.subscribers_deleted > 0 and new.subscribers_deleted > old.subscribers_deleted';
  const gate = await createGate(engine, { before: 'update', on: 'list_deletions', when });
  await deleteList(list);
  await gate.reached();
  return { list, gate };
}

/** Counts the rows of a list's subscribers. */
export async function countOf(engine: TestEngine, list: number): Promise<number | undefined> {
  const { rows } = await engine.pool.query<{ n: number }>(
    'select count(*) as n from subscribers where mailing_list_id = $1',
    [list],
  );
  return rows[0]?.n;
}
