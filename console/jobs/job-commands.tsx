import { useState } from 'preact/hooks';
import { CommandButton } from '../parts/command-button.tsx';
import { Question } from '../parts/question.tsx';
import { useApi } from '../session/session.tsx';
import type { MachineState } from '../state-chart/machine-state.ts';
import type { ConsoleKind } from './job-kind.ts';
import { sendAction } from './send-action.ts';
import type { Inspection } from './use-job.ts';

interface JobCommandsProps {
  kind: ConsoleKind;
  id: number;
  machine: MachineState;
  inspection: Inspection | undefined;
  reload: () => void;
}

interface Words {
  /** Of the button; `%` stands for the name of the job's kind. */
  readonly name: string;
  readonly done: string;
  /** Text of the confirmation dialog of an irreversible command; without it the command is sent immediately. */
  readonly warning?: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  pause: { name: 'Pause', done: 'paused' },
  unpause: { name: 'Unpause', done: 'unpaused' },
  retry: { name: 'Try the failed tasks again', done: 'tried again' },
  skip_chunk: {
    name: 'Give up a failed task',
    done: 'continued without the task',
    warning: 'The rows of the first failed task are not imported. They go to the failed log.',
  },
  restart: { name: 'Start the % again', done: 'started again' },
  cancel: {
    name: 'Stop the %',
    done: 'stopped',
    warning: 'This ends the job for good. What it has written stays.',
  },
  fail: {
    name: 'End the % as failed',
    done: 'ended as failed',
    warning: 'This ends the job. What it has written stays.',
  },
};

/** The commands that the state of the job takes and the caller may send. */
export function JobCommands({ kind, id, machine, inspection, reload }: JobCommandsProps) {
  const { client } = useApi();
  const ofOperators = inspection?.actions ?? [];
  // The remedy has its button next to the cause.
  const remedy = ofOperators.length > 0 ? inspection?.diagnosis?.action : undefined;
  const shown = Object.entries(WORDS).flatMap(([command, words]) => {
    if (!machine.can(command) || command === remedy) return [];
    const own = kind.commands[command];
    if (own !== undefined) return [{ command, words, send: () => own(client, id) }];
    if (!ofOperators.includes(command)) return [];
    return [{ command, words, send: () => sendAction(client, { kind: kind.name, id, action: command }) }];
  });
  if (shown.length === 0) return null;
  return (
    <div class="actions commands">
      {shown.map(({ command, words, send }) => (
        <Command
          key={command}
          words={words}
          title={kind.title}
          isFirst={command === 'unpause' || command === 'retry'}
          send={() => send().finally(reload)}
        />
      ))}
    </div>
  );
}

interface CommandProps {
  words: Words;
  title: string;
  isFirst: boolean;
  send: () => Promise<unknown>;
}

function Command({ words: { name: pattern, done, warning }, title, isFirst, send }: CommandProps) {
  const [isAsked, setAsked] = useState(false);
  const name = pattern.replace('%', title.toLowerCase());
  const sentences = { done: `${title} ${done}`, failed: `The ${title.toLowerCase()} was not ${done}` };
  if (warning === undefined)
    return (
      <CommandButton run={send} kind={isFirst ? 'primary' : 'plain'} {...sentences}>
        {name}
      </CommandButton>
    );
  if (!isAsked)
    return (
      <button type="button" onClick={() => setAsked(true)}>
        {name} …
      </button>
    );
  return (
    <Question
      label={name}
      keep="Keep it running"
      onKeep={() => setAsked(false)}
      action={
        <CommandButton run={() => send().then(() => setAsked(false))} kind="danger" {...sentences}>
          {name} for good
        </CommandButton>
      }
    >
      <p>{warning}</p>
    </Question>
  );
}
