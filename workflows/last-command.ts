import { workflowInfo } from '@temporalio/workflow';
import type { Command, CommandActor, JobView, LastCommand, LastCommandView } from './messages.ts';

/** The last command that a job took; handed on when the job continues as new. */
export interface CommandRecord {
  /** Records a command at the workflow's time; `by` is unchecked input. */
  readonly note: (command: Command, by: unknown) => void;
  readonly last: () => LastCommand | null;
  /** The last command for the view; empty before the first one. */
  readonly view: () => Partial<LastCommandView>;
  /** Markdown for the current details: who paused or restarted the job, when, and how to resume it. May be empty. */
  readonly details: (view: JobView) => string;
}

/** Creates the record of one run; `carried` is the last command of the previous run, or the restart. */
export function createCommandRecord(carried: LastCommand | null): CommandRecord {
  let last = carried === null ? null : { ...carried, by: actorOf(carried.by) };
  return {
    note: (command, by) => {
      last = { command, at: new Date().toISOString(), by: actorOf(by) };
    },
    last: () => last,
    view: () => (last === null ? {} : { last_command: last }),
    details: ({ state }) => {
      if (last === null) return '';
      if (state === 'paused' && last.command === 'pause') return pausedDetails(last);
      return last.command === 'restart' ? restartedDetails(last) : '';
    },
  };
}

function pausedDetails({ at, by }: LastCommand): string {
  const { workflowId } = workflowInfo();
  return (
    `Paused by a command at ${minuteOf(at)} (${by === null ? 'the event in the history names the client' : nameOf(by)}). ` +
    `To resume: \`npx sluice job ${workflowId} unpause\`, or the signal \`unpause\`.`
  );
}

function restartedDetails({ at, by }: LastCommand): string {
  const name = by === null ? 'the workflow `restartImport` names the client' : nameOf(by);
  return `Restarted by a command at ${minuteOf(at)} (${name}).`;
}

function minuteOf(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

function nameOf(by: CommandActor): string {
  if (by.type === 'operator') return `operator \`${by.name}\``;
  if (by.type === 'api_key') return `API key ${by.id}`;
  return by.type === 'list_deletion' ? `deletion of mailing list ${by.id}` : 'automatic diagnosis';
}

const NAME_CHARACTERS = 100;

/** A signal may carry anything, whatever its type says; names are cut and keep no character that Markdown reads. */
function actorOf(by: unknown): CommandActor | null {
  if (typeof by !== 'object' || by === null) return null;
  const { type, id, name } = by as Readonly<Record<string, unknown>>;
  if (type === 'maintenance') return { type };
  if (type === 'operator' && typeof name === 'string' && name !== '') {
    return { type, name: name.slice(0, NAME_CHARACTERS).replaceAll(/[^\w.@-]/g, '?') };
  }
  if ((type === 'api_key' || type === 'list_deletion') && Number.isSafeInteger(id)) return { type, id: id as number };
  return null;
}
