import { findApiKeyName } from '../db/accounts/api-keys.ts';
import type { Database } from '../db/core/slonik.ts';
import type { JobActivity } from '../db/jobs/job-activity.ts';
import type { AcceptedCommand } from '../jobs/last-command.ts';
import { printable } from './printable.ts';

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
      return identity === null
        ? 'unknown, sent through Temporal'
        : `Temporal client "${printable(identity, NAME_CHARACTERS)}"`;
  }
}

/** Names the sender of a command as the activity of the job has it. */
export function recordedSender({ actorType, actorId, actorName }: JobActivity): string {
  const name = actorName === null ? '' : printable(actorName, NAME_CHARACTERS);
  switch (actorType) {
    case 'api_key':
      return name === '' ? `API key ${actorId}` : `API key "${name}"`;
    case 'operator':
      return `operator ${name}`;
    case 'list_deletion':
      return `the deletion of mailing list ${actorId}`;
    case 'maintenance':
      return 'automatic diagnosis';
    case 'guard':
      return 'a guard';
    default:
      return 'a client of Temporal';
  }
}

/** A database that is down leaves the key its number. */
async function apiKeyName(database: () => Promise<Database>, id: number): Promise<string> {
  try {
    const name = await findApiKeyName(await database(), id);
    return name === null ? `API key ${id}, deleted since` : `API key "${printable(name, NAME_CHARACTERS)}"`;
  } catch {
    return `API key ${id}`;
  }
}

const NAME_CHARACTERS = 80;
