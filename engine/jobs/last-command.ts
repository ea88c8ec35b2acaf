import type { Client } from '@temporalio/client';
import type { CommandActor, LastCommand } from '../../workflows/messages.ts';

/** A command that a job took, for operators. */
export interface AcceptedCommand {
  readonly command: string;
  /** ISO 8601; null when nothing of the command is left. */
  readonly at: string | null;
  readonly by: CommandActor | null;
  /** Who sent it according to Temporal, where the command itself does not say; null when that is not known either. */
  readonly identity: string | null;
}

/**
 * Completes what a job says of the command it took last: an older version or the Temporal UI sends no actor, so the
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
