import type pg from 'pg';
import { until } from '../until.ts';

/** Phases of an import, by its row and its ledger. */
export const PLACES = ['scheduled', 'downloading', 'scanning', 'staging', 'merging', 'settling', 'paused'] as const;
export type Place = (typeof PLACES)[number];

/** Reads where an import is; `ended` when it is over. */
export async function placeOf(pool: pg.Pool, importId: number): Promise<Place | 'ended'> {
  const { rows } = await pool.query<{ place: Place | 'ended' }>(
    `select case
              when i.finished_at is not null then 'ended'
              when i.state in ('scheduled', 'downloading', 'paused') then i.state
              when i.number_of_records is null then 'scanning'
              when exists (select 1 from import_ranges where subscriber_import_id = i.id and staged_at is null) then 'staging'
              when exists (select 1 from import_chunks where subscriber_import_id = i.id and merged_at is null) then 'merging'
              else 'settling'
            end as place
       from subscriber_imports i where id = $1`,
    [importId],
  );
  return rows[0]?.place ?? 'scheduled';
}

/** Progress of an import, as a text that changes with every range that it stages and slice that it merges. */
export async function progressOf(pool: pg.Pool, importId: number): Promise<string> {
  const { rows } = await pool.query<{ progress: string }>(
    `select concat_ws(' ', i.state, coalesce(sum(c.slices), 0), count(c.merged_at), (
              select count(*) from import_ranges r where r.subscriber_import_id = i.id and r.staged_at is not null
            )) as progress
       from subscriber_imports i left join import_chunks c on c.subscriber_import_id = i.id where i.id = $1 group by i.id`,
    [importId],
  );
  return rows[0]?.progress ?? '';
}

/** Waits until an import is at a place, or is over and will never be. */
export async function untilAt(pool: pg.Pool, importId: number, place: Place): Promise<void> {
  const look = async () => [place, 'ended'].includes(await placeOf(pool, importId)) || null;
  await until(`import ${importId} is ${place}`, look, { everyMs: 5, limitMs: 60_000 });
}

/**
 * Slows the short transactions of an import down, so that blows also fall inside of them. One table a transaction, since
 * imports at work hold several of them.
 * @returns what makes them fast again
 */
export async function drag(pool: pg.Pool, milliseconds: number): Promise<() => Promise<void>> {
  await pool.query(`
    create or replace function chaos_drag() returns trigger language plpgsql as $$
      begin perform pg_sleep(${milliseconds / 1000}); return null; end $$`);
  for (const { on, when } of await draggedTables(pool)) {
    await pool.query(
      `create or replace trigger chaos_drag after ${when} on ${on} for each statement execute function chaos_drag()`,
    );
  }
  return async () => {
    for (const { on } of await draggedTables(pool)) await pool.query(`drop trigger if exists chaos_drag on ${on}`);
  };
}

const DRAGGED = [
  { on: 'import_ranges', when: 'insert or update' },
  { on: 'import_chunks', when: 'update' },
  { on: 'subscribers', when: 'update or delete' },
  { on: 'export_parts', when: 'update' },
  { on: 'suppressed_address_ranges', when: 'update' },
];

/** Those that there are: the last release may not have all. */
async function draggedTables(pool: pg.Pool): Promise<typeof DRAGGED> {
  const { rows } = await pool.query<{ on: string }>(
    'select name as "on" from unnest($1::text[]) name where to_regclass(name) is not null',
    [DRAGGED.map(({ on }) => on)],
  );
  return DRAGGED.filter(({ on }) => rows.some((row) => row.on === on));
}
