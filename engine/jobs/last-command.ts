import type { Client } from '@temporalio/client';
import type { CommandActor, LastCommand } from '../../workflows/messages.ts';

/** A command that a job has accepted, for operators. */
export interface AcceptedCommand {
  readonly command: string;
  /** ISO 8601; null when the command is in neither the view nor the newest events. */
  readonly at: string | null;
  readonly by: CommandActor | null;
  /** The Temporal client that sent it, if the command has no `by`; null when unknown. */
  readonly identity: string | null;
}

/**
 * Adds the sender to the last command of a job: commands of older versions and of the Temporal UI have no actor, so the
 * identity of the client is read from the newest events.
 */
export async function readAcceptedCommand(
  client: Client,
  workflow: { readonly workflowId: string; readonly runId: string },
  { command, last }: { command: string; last: LastCommand | null },
): Promise<AcceptedCommand> {
  const known = last?.command === command ? last : null;
  if (known?.by) return { ...known, identity: null };
  const event = await newestCommandEvent(client, workflow, command);
  return { command, at: known?.at ?? event?.at ?? null, by: null, identity: event?.identity ?? null };
}

const NEWEST_EVENTS = 200;

async function newestCommandEvent(
  client: Client,
  execution: { readonly workflowId: string; readonly runId: string },
  command: string,
): Promise<{ at: string | null; identity: string | null } | null> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution,
    maximumPageSize: NEWEST_EVENTS,
  });
  for (const event of history?.events ?? []) {
    const signal = event.workflowExecutionSignaledEventAttributes;
    const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
    const sent =
      signal?.signalName === command
        ? signal
        : update?.input?.name === command
          ? { identity: update.meta?.identity }
          : null;
    if (sent === null) continue;
    const seconds = Number(event.eventTime?.seconds ?? 0);
    return {
      at: seconds === 0 ? null : new Date(seconds * 1000).toISOString(),
      identity: sent.identity === '' ? null : (sent.identity ?? null),
    };
  }
  return null;
}
