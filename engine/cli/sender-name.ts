import type pg from 'pg';
import type { CommandTaken } from '../jobs/last-command.ts';

/** Names who sent a command: an API key by its name, an operator, a part of this service, or Temporal's client. */
export async function senderName(pool: () => Promise<pg.Pool>, { by, identity }: CommandTaken): Promise<string> {
  switch (by?.type) {
    case 'api_key':
      return apiKeyName(pool, by.id);
    case 'operator':
      return `operator ${by.name}`;
    case 'list_deletion':
      return `the deletion of mailing list ${by.id}`;
    case 'maintenance':
      return 'automatic diagnosis';
    default:
      return identity === null ? 'unknown, sent through Temporal' : `Temporal client "${printable(identity)}"`;
  }
}

/** A database that is down leaves the key its number. */
async function apiKeyName(pool: () => Promise<pg.Pool>, id: number): Promise<string> {
  try {
    const { rows } = await (await pool()).query<{ name: string }>('select name from api_keys where id = $1', [id]);
    const [key] = rows;
    return key === undefined ? `API key ${id}, deleted since` : `API key "${printable(key.name)}"`;
  } catch {
    return `API key ${id}`;
  }
}

const NAME_CHARACTERS = 80;

/** Keeps control characters, which a terminal obeys, off the screen. */
function printable(name: string): string {
  const text = name.replaceAll(/\p{C}/gu, '?');
  return text.length > NAME_CHARACTERS ? `${text.slice(0, NAME_CHARACTERS - 1)}…` : text;
}
