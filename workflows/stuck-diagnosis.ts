import { CancellationScope, setHandler, workflowInfo } from '@temporalio/workflow';
import type { Inbox } from './inbox.ts';
import type { UpdateJobAttributes } from './job-attributes.ts';
import { diagnosed } from './messages.ts';
import type { Diagnosis, JobView, StuckView } from './messages.ts';
import { SEARCH_ATTRIBUTES } from './names.ts';

/** The diagnosis of a stuck job, as its view, its search attributes and the Temporal UI show it. Idle until one arrives. */
export interface StuckDiagnosis {
  /** Receives diagnoses from now on, through the inbox; calls `onChange` when the diagnosis changes. */
  readonly listen: (inbox: Inbox, onChange: () => void) => void;
  /** The diagnosis for the view; empty while the job is not stuck. */
  readonly view: () => Partial<StuckView>;
  /** The health of a job: `stuck` when the job itself is ok but has a diagnosis. */
  readonly healthOf: (view: JobView) => JobView['health'] | 'stuck';
  /** Markdown below the job's own details; empty while it is not stuck. */
  readonly details: () => string;
  /** Clears the diagnosis at the end of the job. */
  readonly clear: () => void;
}

/** Creates the diagnosis of one run of a job. */
export function createStuckDiagnosis(updateAttributes: UpdateJobAttributes): StuckDiagnosis {
  let diagnosis: Diagnosis | null = null;
  let notify: () => void = () => undefined;
  const show = (next: Diagnosis | null) => {
    diagnosis = next;
    updateAttributes([{ key: SEARCH_ATTRIBUTES.stuckCause, value: next?.cause ?? null }]);
    notify();
  };
  return {
    listen: (inbox, onChange) => {
      notify = onChange;
      // The previous run's diagnosis did not reach this run; the maintenance sends it again.
      if (workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.stuckCause) !== undefined) show(null);
      const receive = (received: unknown) =>
        CancellationScope.nonCancellable(() => Promise.resolve(inbox.receive(() => show(read(received)))));
      setHandler(diagnosed, receive);
    },
    view: () => (diagnosis === null ? {} : { stuck: diagnosis }),
    healthOf: ({ health }) => (health === 'ok' && diagnosis !== null ? 'stuck' : health),
    details: () => (diagnosis === null ? '' : markdownOf(diagnosis)),
    clear: () => {
      if (diagnosis !== null) show(null);
    },
  };
}

function markdownOf({ cause, sentence, remedy }: Diagnosis): string {
  return `**Stuck (${cause}):** ${sentence}\n\nWhat to do: ${remedy}`;
}

/** A signal may carry anything, whatever its type says. */
function read(sent: unknown): Diagnosis | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const { cause, sentence, remedy } = sent as Partial<Record<keyof Diagnosis, unknown>>;
  if (typeof cause !== 'string' || typeof sentence !== 'string' || typeof remedy !== 'string') return null;
  return { cause, sentence, remedy };
}
