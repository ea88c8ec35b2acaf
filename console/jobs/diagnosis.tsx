import { useEffect } from 'preact/hooks';
import { CommandButton } from '../parts/command-button.tsx';
import { announce } from '../parts/live-region.tsx';
import { inPageWords } from '../parts/page-words.ts';
import { useApi } from '../session/session.tsx';
import { sendAction } from './send-action.ts';
import type { Inspection } from './use-job.ts';
import { dataOf } from '../../client/index.ts';
import { useAnswer } from '../hooks/use-answer.ts';

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

interface ObstacleProps {
  kind: 'subscriber_import';
  id: number;
}

/** Milliseconds between two readings: the cause of a block is in no event. */
const POLL_MS = 3_000;

/** Shows the cause for which a running job is blocked, within seconds; nothing while there is none. */
export function Obstacle({ kind, id }: ObstacleProps) {
  const { client } = useApi();
  const inspection = useAnswer(
    () => dataOf(client.GET('/jobs/{job_kind}/{id}', { params: { path: { job_kind: kind, id } } })),
    [client, kind, id],
  );
  useEffect(() => {
    const timer = setInterval(inspection.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [inspection.reload]);
  const { diagnosis = null, actions = [] } = inspection.data ?? {};
  return (
    <div role="status">
      {diagnosis !== null && (
        <div class="panel warning">
          <Diagnosis {...{ diagnosis, kind, id }} mayAct={actions.length > 0} onDone={inspection.reload} />
        </div>
      )}
    </div>
  );
}
