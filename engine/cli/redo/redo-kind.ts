import type { Pool } from 'pg';
import type { RedoneJob } from '../../db/jobs/redone-jobs.ts';
import type { JobFolder } from '../../domain/file-owner.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import type { KeptSettings } from '../../files/kept-settings.ts';
import type { JobStart } from '../../jobs/start-job.ts';

/** Settings of a job that reads a source. */
export interface RedoSettings {
  readonly options: Pick<ImportOptions, 'file_source'>;
}

/** A kind of job whose lost jobs can be created again. */
export interface RedoKind<Settings extends RedoSettings> {
  /** The name of the kind. */
  readonly name: string;
  readonly table: string;
  readonly folder: JobFolder;
  readonly settings: KeptSettings<Settings>;
  organizationOf(settings: Settings): number;
  /** The reason, as a sentence, why what a lost job works with is not there; null: it is. @param before the time at which the job began */
  missingOf(pool: Pool, settings: Settings, before: Date): Promise<string | null>;
  /** Adds the row of a job, unless one with its key is there. @returns whether it was added */
  insert(pool: Pool, job: RedoneJob, settings: Settings): Promise<boolean>;
  /** Reads the start of the workflow of a job; null when the job is gone. */
  startOf(pool: Pool, id: number, workflowIdPrefix: string): Promise<JobStart | null>;
}
