import { findApiKeyName } from '../db/accounts/api-keys.ts';
import type { Database } from '../db/core/slonik.ts';
import type { AcceptedCommand } from '../jobs/last-command.ts';

/** Names who sent a command: an API key by its name, an operator, a part of this service, or Temporal's client. */
export async function senderName(
  database: () => Promise<Database>,
  { by, identity }: AcceptedCommand,
): Promise<string> {
  switch (by?.type) {
    case 'api_key':
      return apiKeyName(database, by.id);
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
async function apiKeyName(database: () => Promise<Database>, id: number): Promise<string> {
  try {
    const name = await findApiKeyName(await database(), id);
    return name === null ? `API key ${id}, deleted since` : `API key "${printable(name)}"`;
  } catch {
    return `API key ${id}`;
  }
}

const NAME_CHARACTERS = 80;

/** Replaces control characters, which a terminal would interpret. */
function printable(name: string): string {
  const text = name.replaceAll(/\p{C}/gu, '?');
  return text.length > NAME_CHARACTERS ? `${text.slice(0, NAME_CHARACTERS - 1)}…` : text;
}
