import { ApplicationFailure, CancellationScope, condition, setHandler } from '@temporalio/workflow';
import type { SignalDefinition, UpdateDefinition } from '@temporalio/common';
import type { Inbox } from './inbox.ts';
import { COMMANDS, signals, updates } from './messages.ts';
import type { Command, CommandArguments, JobView } from './messages.ts';
import { COMMAND_REJECTED, NOT_NOW } from './names.ts';

/** An event of a machine, by the name of a command. */
export interface CommandEvent {
  readonly type: string;
  readonly reason?: string;
}

/** A job that takes commands. */
export interface CommandTarget {
  readonly inbox: Inbox;
  /** Records a command that the job takes, and sends it to the machine. */
  readonly command: (name: Command, carried: CommandArguments) => void;
  readonly can: (event: CommandEvent) => boolean;
  readonly view: () => JobView;
  /** Whether nothing is in flight and everything is recorded: only then a command completes. */
  readonly isQuiet: () => boolean;
  /** Whether the job has stopped to go back to what the database has. */
  readonly isBack: () => boolean;
  readonly isEnded: () => boolean;
}

const DEFAULT_REASON = 'An operator ended this job.';

/** Offers each command as a signal, which is fire and forget, and as an update, which completes when the command holds. */
export function offerCommands(target: CommandTarget): void {
  const { inbox } = target;
  for (const name of COMMANDS) {
    // A handler runs in the workflow's own scope, which may be cancelled while the job goes on.
    setHandler(signals[name] as SignalDefinition<CommandArguments>, (...carried) =>
      CancellationScope.nonCancellable(() => Promise.resolve(inbox.receive(() => target.command(name, carried)))),
    );
    setHandler<JobView, CommandArguments, UpdateDefinition<JobView, CommandArguments>>(
      updates[name],
      (...carried) =>
        CancellationScope.nonCancellable(async () => {
          target.command(name, carried);
          await condition(() => target.isQuiet() || target.isBack());
          // The next run knows whether it is paused, and of no end.
          if (target.isBack() && target.isEnded()) throw notNow(name);
          return target.view();
        }),
      { validator: () => refuseImpossible(target, name) },
    );
  }
}

/** The event of a command; its reason is unchecked input. */
export function commandEvent(name: Command, reason?: unknown): CommandEvent {
  return { type: name.toUpperCase(), reason: sentenceOf(reason) };
}

/** A rejected update leaves no trace in the history. @throws ApplicationFailure */
function refuseImpossible({ inbox, can, view, isBack }: CommandTarget, name: Command): void {
  if (inbox.isClosed() || isBack()) throw notNow(name);
  if (can(commandEvent(name))) return;
  throw ApplicationFailure.nonRetryable(`The job is ${view().state} and does not take ${name}.`, COMMAND_REJECTED);
}

function notNow(name: Command): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`The job takes no commands at this moment: send ${name} again.`, NOT_NOW);
}

/** A signal may carry anything, whatever its type says. */
function sentenceOf(reason: unknown): string {
  return typeof reason === 'string' && reason !== '' ? reason : DEFAULT_REASON;
}
