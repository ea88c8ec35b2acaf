import { randomBytes } from 'node:crypto';
import { createDatabase } from '../db/core/slonik.ts';
import type { Database } from '../db/core/slonik.ts';
import type { DemoClient } from './demo-client.ts';
import type { RunningEngine } from './engine.ts';
import { createUserLink } from '../accounts/console-link.ts';
import { SYSTEM_ORGANIZATION_ID } from '../db/accounts/organizations.ts';
import { insertUser, isUserEmailTaken } from '../db/accounts/users.ts';
import { newUser } from '../accounts/new-user.ts';
import { hashPassword } from '../secrets/password-hash.ts';

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

const EMAIL = 'demo@example.com';

/**
 * Creates the part of a link to the console that signs in the user of the demo, a system administrator who is created at the first
 * demo and whose password no one knows. @returns null when an administrator has switched the user off
 */
export async function createDemoUserLink(db: Database): Promise<string | null> {
  if (!(await isUserEmailTaken(db, EMAIL, null))) {
    const attributes = newUser({ email: EMAIL, fullName: 'Demo', role: 'system_admin' });
    const password = randomBytes(32).toString('base64url');
    await insertUser(db, SYSTEM_ORGANIZATION_ID, attributes, await hashPassword(password));
  }
  return createUserLink(db, EMAIL);
}
