import { findApiKeyName } from '../db/accounts/api-keys.ts';
import { findUserName } from '../db/accounts/users.ts';
import type { Database } from '../db/core/slonik.ts';
import type { JobActivity } from '../db/jobs/job-activity.ts';
import type { CommandActor } from '../../workflows/messages.ts';
import { printable } from './printable.ts';

/** Names who sent a command: an API key or a user by its name, an operator, a part of this service, or Temporal's client. */
export async function senderName(
  database: () => Promise<Database>,
  { by, identity = null }: { readonly by: CommandActor | null; readonly identity?: string | null },
): Promise<string> {
  switch (by?.type) {
    case 'api_key':
      return nameOf(database, { what: 'API key', id: by.id, find: findApiKeyName });
    case 'user':
      return nameOf(database, { what: 'user', id: by.id, find: findUserName });
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
    case 'user':
      return name === '' ? `user ${actorId}` : `user "${name}"`;
    case 'operator':
      return `operator ${name}`;
    case 'list_deletion':
      return `the deletion of mailing list ${actorId}`;
    case 'maintenance':
      return 'automatic diagnosis';
    case 'guard':
      return 'a limit';
    default:
      return 'a client of Temporal';
  }
}

interface Named {
  readonly what: 'API key' | 'user';
  readonly id: number;
  readonly find: (db: Database, id: number) => Promise<string | null>;
}

/** A database that is down leaves the sender its number. */
async function nameOf(database: () => Promise<Database>, { what, id, find }: Named): Promise<string> {
  try {
    const name = await find(await database(), id);
    return name === null ? `${what} ${id}, deleted since` : `${what} "${printable(name, NAME_CHARACTERS)}"`;
  } catch {
    return `${what} ${id}`;
  }
}

const NAME_CHARACTERS = 80;
