import { CommandButton } from '../parts/command-button.tsx';
import { announce } from '../parts/live-region.tsx';
import { inPageWords } from '../parts/page-words.ts';
import { useApi } from '../session/session.tsx';
import { sendAction } from './send-action.ts';
import type { Inspection } from './use-job.ts';

type Found = NonNullable<Inspection['diagnosis']>;

interface DiagnosisProps {
  diagnosis: Found;
  kind: string;
  id: number;
  /** Whether the caller may send the action that frees the job. */
  mayAct: boolean;
  /** Called when the action was answered. */
  onDone: () => void;
}

/** Cause of a stuck or stalled job, and the button that frees it, or the remedy in words. */
export function Diagnosis({
  diagnosis: { cause, sentence, remedy, action },
  kind,
  id,
  mayAct,
  onDone,
}: DiagnosisProps) {
  const { client } = useApi();
  const send = async () => {
    const result = await sendAction(client, { kind, id, action: action ?? '' }).finally(onDone);
    announce(result);
  };
  return (
    <>
      <p>{mayAct ? sentence : inPageWords(sentence)}</p>
      {mayAct && action !== null ? (
        <div class="actions">
          <CommandButton kind="primary" run={send} failed="The job was not changed">
            {NAMES[action] ?? action}
          </CommandButton>
        </div>
      ) : (
        <p class="muted">{WITHOUT_BUTTON[cause] ?? remedy}</p>
      )}
    </>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  retry: 'Retry',
  unpause: 'Unpause the work',
  unblock: 'End the sessions that hold the lock',
};

/** Sentences for causes whose remedy is a command of the command line, by cause. */
const WITHOUT_BUTTON: Readonly<Record<string, string>> = {
  poison_chunk: 'An operator of the service can retry it or give it up.',
  refused_work: 'An operator of the service can retry it.',
};
