import { CancellationScope, setHandler, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { diagnosed } from './messages.ts';
import type { Diagnosis, JobView, StuckView } from './messages.ts';
import { SEARCH_ATTRIBUTES } from './names.ts';

/** What a job was last told to be stuck by, where the Temporal UI shows it. A job that is told of nothing does nothing. */
export interface StuckSign {
  /** Begins to hear diagnoses; `onChange` is called when another one is shown, or none any more. */
  readonly listen: (onChange: () => void) => void;
  /** What the query of the job's view adds; nothing while it is not stuck. */
  readonly view: () => Partial<StuckView>;
  /** The health of a job, which is stuck when only the diagnosis finds something wrong. */
  readonly healthOf: (view: JobView) => JobView['health'] | 'stuck';
  /** Markdown to stand below the job's own details; empty while it is not stuck. */
  readonly details: () => string;
  /** Takes the sign down: the job is over. */
  readonly clear: () => void;
}

/** Creates the sign of one run of a job. */
export function createStuckSign(): StuckSign {
  let diagnosis: Diagnosis | null = null;
  let notify: () => void = () => undefined;
  const show = (next: Diagnosis | null) => {
    diagnosis = next;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.stuckCause, value: next?.cause ?? null }]);
    notify();
  };
  return {
    listen: (onChange) => {
      notify = onChange;
      // What the run before this one was told is diagnosed again, since this one has not received it.
      if (workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.stuckCause) !== undefined) show(null);
      const hear = (heard: unknown) => CancellationScope.nonCancellable(() => Promise.resolve(show(read(heard))));
      setHandler(diagnosed, hear);
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
function read(heard: unknown): Diagnosis | null {
  if (typeof heard !== 'object' || heard === null) return null;
  const { cause, sentence, remedy } = heard as Partial<Record<keyof Diagnosis, unknown>>;
  if (typeof cause !== 'string' || typeof sentence !== 'string' || typeof remedy !== 'string') return null;
  return { cause, sentence, remedy };
}
