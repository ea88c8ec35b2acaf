import { createDatabase } from '../db/core/slonik.ts';
import { createDemoUserLink } from './demo-user.ts';
import type { DemoClient } from './demo-client.ts';
import type { RunningEngine } from './engine.ts';

/**
 * Begins an import that takes a while, so that the console can be opened on a running one, and says how: by a link that signs
 * in. @returns the id of the import
 */
export async function showInConsole(
  engine: Pick<RunningEngine, 'apiUrl' | 'databaseUrl'>,
  client: DemoClient,
  rows: number,
  say: (text: string) => unknown,
): Promise<number> {
  const id = await client.startLargeImport(rows);
  say(`\nImport ${id} of ${rows.toLocaleString('en')} generated rows runs now. Watch it in the console:`);
  say(await consoleLine(engine, id));
  return id;
}

async function consoleLine(
  { apiUrl, databaseUrl }: Pick<RunningEngine, 'apiUrl' | 'databaseUrl'>,
  importId: number,
): Promise<string> {
  const db = await createDatabase(databaseUrl, { connections: 1 });
  try {
    const fragment = await createDemoUserLink(db);
    const note =
      fragment === null
        ? ''
        : '   (signs in as the user Demo once, within 10 minutes; npx sluice console prints another link)';
    return `Console      ${apiUrl}/console/imports/${importId}${fragment ?? ''}${note}`;
  } finally {
    await db.end();
  }
}
