import type { TestDatabase } from '../../support/database.ts';

/**
 * From now on counts the rows of all tables that are added, changed or deleted; answers what reads the count. Rows written by a
 * transaction that is rolled back leave no trace.
 */
export async function watchChanges({ pool }: TestDatabase): Promise<() => Promise<number>> {
  const { rows } = await pool.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  await pool.query(`
    create unlogged table test_changes (id bigint generated always as identity primary key);
    create function note_change() returns trigger language plpgsql as $$
      begin insert into test_changes default values; return null; end $$;
    ${rows.map(({ name }) => `create trigger noted after insert or update or delete on ${name} for each row execute function note_change();`).join('\n')}`);
  return async () => {
    const { rows: counted } = await pool.query<{ changes: string }>(
      'select coalesce(max(id), 0) as changes from test_changes',
    );
    return Number(counted[0]?.changes);
  };
}
