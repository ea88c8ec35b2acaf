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
  const event = (await readCommandEvents(client, workflow)).find((each) => each.command === command);
  return { command, at: known?.at ?? event?.at ?? null, by: null, identity: event?.identity ?? null };
}

/** A command as the history of its job has it, with the Temporal client that sent it. */
export interface CommandEvent {
  readonly command: string;
  /** ISO 8601. */
  readonly at: string | null;
  readonly identity: string | null;
}

const NEWEST_EVENTS = 200;

/** The commands among the newest events of a workflow, the newest first. */
export async function readCommandEvents(
  client: Client,
  execution: { readonly workflowId: string; readonly runId: string },
): Promise<readonly CommandEvent[]> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution,
    maximumPageSize: NEWEST_EVENTS,
  });
  return (history?.events ?? []).flatMap((event) => {
    const signal = event.workflowExecutionSignaledEventAttributes;
    const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
    const command = signal?.signalName ?? update?.input?.name;
    if (!command) return [];
    const identity = signal?.identity ?? update?.meta?.identity;
    const seconds = Number(event.eventTime?.seconds ?? 0);
    const at = seconds === 0 ? null : new Date(seconds * 1000).toISOString();
    return [{ command, at, identity: identity ? identity : null }];
  });
}
