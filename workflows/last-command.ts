import { workflowInfo } from '@temporalio/workflow';
import type { CommandActor, JobView, LastCommand, LastCommandView } from './messages.ts';

/** State that is handed on next to the snapshot when the job continues as new. */
export interface Carried {
  readonly lastCommand: LastCommand | null;
  /** The newest commands, the last one included; older runs hand on none. */
  readonly recentCommands?: readonly LastCommand[];
  /** The job was paused when it went back to what the database has. */
  readonly isPaused?: true;
}

/** The commands that a job took; the newest are handed on when the job continues as new. */
export interface CommandRecord {
  /** Records a command at the workflow's time; `by` is unchecked input. */
  readonly note: (command: LastCommand['command'], by: unknown) => void;
  /** Takes the restart that this run was started with, if any, as a command of the run. */
  readonly noteRestart: () => void;
  /** Returns the number of commands that this run took. */
  readonly taken: () => number;
  /** The commands that are not in the database, the oldest first. */
  readonly unrecorded: () => readonly LastCommand[];
  readonly noteRecorded: (commands: readonly LastCommand[]) => void;
  /** Returns the state that the next run is given. */
  readonly carry: () => Carried;
  /** The last command for the view; empty before the first one. */
  readonly view: () => Partial<LastCommandView>;
  /** Markdown for the current details: how to resume a paused job, and the newest commands with their senders. May be empty. */
  readonly details: (view: JobView) => string;
}

/** Commands that the details show and the next run is given. */
const RECENT = 5;
/** Commands that wait for the database; of more, the oldest are dropped. */
const MOST_UNRECORDED = 200;

/** Creates the record of one run; `carried` is what the previous run, or the restart, handed on. */
export function createCommandRecord(carried: Carried | undefined): CommandRecord {
  const { lastCommand = null, recentCommands } = carried ?? {};
  let recent = (recentCommands ?? (lastCommand === null ? [] : [lastCommand])).map(checked);
  let unrecorded: readonly LastCommand[] = [];
  let taken = 0;
  const last = () => recent.at(-1) ?? null;
  const hold = (command: LastCommand) => {
    taken += 1;
    unrecorded = [...unrecorded, command].slice(-MOST_UNRECORDED);
  };
  return {
    note: (command, by) => {
      const entry = { command, at: timeAfter(last()), by: actorOf(by) };
      recent = [...recent, entry].slice(-RECENT);
      hold(entry);
    },
    noteRestart: () => {
      const restart = last();
      if (restart?.command === 'restart') hold(restart);
    },
    taken: () => taken,
    unrecorded: () => unrecorded,
    noteRecorded: (commands) => (unrecorded = unrecorded.filter((command) => !commands.includes(command))),
    carry: () => ({ lastCommand: last(), recentCommands: recent }),
    view: () => {
      const command = last();
      return command === null ? {} : { last_command: command };
    },
    details: ({ state }) => {
      const command = last();
      if (command === null) return '';
      const isPaused = state === 'paused' && command.command === 'pause';
      const first = isPaused ? pausedDetails(command) : command.command === 'restart' ? restartedDetails(command) : '';
      return [first, recentDetails(recent)].filter((part) => part !== '').join('\n\n');
    },
  };
}

function checked(command: LastCommand): LastCommand {
  return { ...command, by: actorOf(command.by) };
}

/** The workflow's time, or the next millisecond after the last command, so that no two commands of a job have the same time. */
function timeAfter(last: LastCommand | null): string {
  const previous = last === null ? NaN : Date.parse(last.at);
  return new Date(Number.isNaN(previous) ? Date.now() : Math.max(Date.now(), previous + 1)).toISOString();
}

function recentDetails(commands: readonly LastCommand[]): string {
  const lines = commands.map(
    ({ command, at, by }) => `- ${minuteOf(at)}: ${command} (${by === null ? 'a client of Temporal' : nameOf(by)})`,
  );
  return `Last commands:\n\n${lines.join('\n')}`;
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
  if (by.type === 'user') return `user ${by.id}`;
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
  if (type !== 'api_key' && type !== 'user' && type !== 'list_deletion') return null;
  return Number.isSafeInteger(id) ? { type, id: id as number } : null;
}
