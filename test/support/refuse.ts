import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';

/** Writes for Postgres to refuse: of the rows of `on` for which `when` holds (SQL; `new` and `old` are the row). */
export interface Refused {
  readonly before: 'insert' | 'update' | 'delete';
  readonly on: string;
  readonly when: string;
  /** A fault of the data unless it is said. */
  readonly sqlstate?: string;
  /** SQL expression for the value that the message quotes. */
  readonly quoting?: string;
}

/** Has Postgres refuse writes from now on. @returns how to have it refuse them no more */
export async function refuse(pool: Pool, refused: Refused): Promise<() => Promise<void>> {
  const { before, on, when, sqlstate = '22000', quoting = `'that'` } = refused;
  const name = `refuse_${randomInt(1, 2 ** 31 - 1)}`;
  await pool.query(`
    create function ${name}() returns trigger language plpgsql as $$
      begin
        raise exception 'no % here', ${quoting} using errcode = '${sqlstate}';
      end $$;
    create trigger ${name} before ${before} on ${on} for each row when (${when}) execute function ${name}()`);
  return async () => void (await pool.query(`drop function if exists ${name}() cascade`));
}

/** Has Postgres refuse subscribers with "poison" in their address, in words that quote the address. */
export function refusePoison(pool: Pool): Promise<() => Promise<void>> {
  const when = `new.email like '%poison%'`;
  return refuse(pool, { before: 'insert', on: 'subscribers', when, sqlstate: '23514', quoting: 'new.email' });
}
