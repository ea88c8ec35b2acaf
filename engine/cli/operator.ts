import { hostname, userInfo } from 'node:os';
import type { CommandActor } from '../../workflows/messages.ts';

/** The sender of a command at a command line. */
export type Operator = Extract<CommandActor, { readonly type: 'operator' }>;

/** The operator at this command line, as user@host; a user without a name is given by number. */
export function localOperator(): Operator {
  return { type: 'operator', name: `${userName()}@${hostname()}` };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In containers the user may have no entry in the list of users.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
