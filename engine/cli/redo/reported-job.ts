import type { JobWithoutRow } from '../../jobs/lost-rows.ts';
import type { Redo } from './redo.ts';

/** A lost job, and the API key or user that created it, by its present name; null where that is not known. */
interface CreatedJob extends JobWithoutRow {
  readonly createdBy: string | null;
}

/** A lost job as `sluice reconcile` prints it. */
export interface ReportedJob extends CreatedJob {
  readonly redo: 'possible' | 'impossible' | 'done';
  /** Reason why it is impossible, as a sentence. */
  readonly reason: string | null;
  /** The id of the job that was made of it. */
  readonly redoneAs: number | null;
}

/** Adds to a lost job what can be done about it. */
export function reportedJob(job: CreatedJob, redo: Redo): ReportedJob {
  if ('redoneAs' in redo) return { ...job, redo: 'done', reason: null, redoneAs: redo.redoneAs };
  if ('refusal' in redo) return { ...job, redo: 'impossible', reason: redo.refusal, redoneAs: null };
  return { ...job, redo: 'possible', reason: null, redoneAs: null };
}
