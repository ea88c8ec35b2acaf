import { useState } from 'preact/hooks';
import { CommandButton } from '../parts/command-button.tsx';
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
  readonly name: string;
  readonly done: string;
  /** Text of the confirmation dialog of an irreversible command; without it the command is sent immediately. */
  readonly warning?: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  pause: { name: 'Pause', done: 'paused' },
  unpause: { name: 'Unpause', done: 'unpaused' },
  retry: { name: 'Retry the parked tasks', done: 'retried' },
  skip_chunk: {
    name: 'Give up a parked task',
    done: 'continued without the task',
    warning: 'The rows of the first parked task are not imported. They go to the failed log.',
  },
  restart: { name: 'Restart', done: 'restarted' },
  cancel: {
    name: 'Cancel',
    done: 'cancelled',
    warning: 'This ends the job for good. What it has written stays.',
  },
  fail: { name: 'End as failed', done: 'ended as failed', warning: 'This ends the job. What it has written stays.' },
};

/** The commands that the state of the job takes and the caller may send. */
export function JobCommands({ kind, id, machine, inspection, reload }: JobCommandsProps) {
  const { client } = useApi();
  const ofOperators = inspection?.actions ?? [];
  const shown = Object.entries(WORDS).flatMap(([command, words]) => {
    if (!machine.can(command)) return [];
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

function Command({ words: { name, done, warning }, title, isFirst, send }: CommandProps) {
  const [isAsked, setAsked] = useState(false);
  const sentences = { done: `${title} ${done}`, failed: `The job was not ${done}` };
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
    <div class="panel warning question" role="group" aria-label={name}>
      <p>{warning}</p>
      <div class="actions">
        <CommandButton run={() => send().finally(() => setAsked(false))} kind="danger" {...sentences}>
          {name}
        </CommandButton>
        <button type="button" autoFocus onClick={() => setAsked(false)}>
          Keep it running
        </button>
      </div>
    </div>
  );
}
