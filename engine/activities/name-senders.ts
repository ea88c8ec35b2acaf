import { activityInfo } from '@temporalio/activity';
import type { Logger } from 'pino';
import type { TakenCommand } from '../db/jobs/job-activity.ts';
import { readCommandEvents } from '../jobs/last-command.ts';
import type { CommandEvent } from '../jobs/last-command.ts';
import type { TemporalClient } from '../jobs/temporal-client.ts';
import { describeError } from '../platform/describe-error.ts';
import { callTemporal } from '../platform/timeouts.ts';

/** Names the client of Temporal that sent a command to the job of this activity, where the command has no sender. */
export type NameSenders = (commands: readonly TakenCommand[] | undefined) => Promise<readonly TakenCommand[]>;

const CALL_MS = 1_000;
const NAME_CHARACTERS = 100;

/** Creates the naming; a sender that cannot be read in time stays without a name, since a job does not wait for it. */
export function createSenderNames(client: TemporalClient, log: Pick<Logger, 'warn'>): NameSenders {
  const readEvents = async (): Promise<readonly CommandEvent[]> => {
    const { workflowExecution } = activityInfo();
    if (workflowExecution === undefined) return [];
    try {
      return await callTemporal(client, CALL_MS, () => readCommandEvents(client, workflowExecution));
    } catch (error) {
      log.warn({ fault: describeError(error) }, 'the sender of a command could not be read');
      return [];
    }
  };
  return async (commands = []) => {
    if (commands.every(({ by }) => by !== null)) return commands;
    const events = await readEvents();
    return commands.map((command) => {
      if (command.by !== null) return command;
      // The workflow takes a command after its event was written.
      const sent = events.find((event) => event.command === command.command && (event.at ?? '') <= command.at);
      return {
        ...command,
        by: { type: 'temporal', ...(sent?.identity != null && { name: printable(sent.identity) }) },
      };
    });
  };
}

/** A client may name itself as it likes. */
function printable(identity: string): string {
  return identity.slice(0, NAME_CHARACTERS).replaceAll(/\p{C}/gu, '?');
}
