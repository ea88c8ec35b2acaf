import type { World } from './world.ts';

/** Reads what the database says of the versions that it serves. */
export async function readServedVersions({ pool }: World): Promise<string | null> {
  const { rows } = await pool.query<{ note: string | null }>(
    `select obj_description('schema_migrations'::regclass, 'pg_class') as note`,
  );
  return rows[0]?.note ?? null;
}

/** Writes it as it was read. */
export async function writeServedVersions({ pool }: World, note: string | null): Promise<void> {
  await pool.query(`comment on table schema_migrations is ${note === null ? 'null' : `'${note}'`}`);
}
