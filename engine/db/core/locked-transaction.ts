import pg from 'pg';

/**
 * Runs the work in one transaction on a connection of its own, one caller at a time for each lock number.
 * @throws what the work throws; nothing it wrote stays then.
 */
export async function lockedTransaction<T>(
  databaseUrl: string,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'sluice-setup' });
  // A lost connection also rejects the query under way, which is where it is dealt with; unheard it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // Ending the connection rolls an open transaction back.
    await client.end();
  }
}
