import type { sql } from '../core/slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Scope of the selected jobs of a type. */
export interface JobTypeScope {
  /** Whether a row of that table belongs to the organization whose jobs are listed. */
  readonly owned: (table: string) => Fragment;
  /** Retention of jobs that were cancelled with their list, in milliseconds; imports have one of their own. */
  readonly keptMs: number;
}

/** The jobs of one type, as `GET /jobs/*` lists them (background-jobs.ts). */
export interface JobTypeRows {
  /** The specification's name of the type, or one of ours in the same form. */
  readonly jobType: string;
  /** The specification does not have it: such jobs are listed only for calls that name their type. */
  readonly isExtension?: true;
  /**
   * Selects them: job_type, id, name, state, state2, paused, organization_id, mailing_list_id, suppression_list_id, progress_value (null:
   * the sum over the ledger of an import), progress_total, begins_at, started_at, finished_at, retry_at, created_at, updated_at,
   * mailing_list_name, dry_run.
   */
  readonly select: (scope: JobTypeScope) => Fragment;
}
