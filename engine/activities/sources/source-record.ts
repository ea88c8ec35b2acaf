import type { Pool } from 'pg';
import type { SourceName } from '../../analysis/leaving-name.ts';
import type { Notice } from '../../domain/notices.ts';
import type { FileOwner, JobFolder } from '../../domain/file-owner.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';

/** A job that reads a source, as far as fetching and unpacking the source is concerned. */
export interface SourceRecord extends FileOwner {
  readonly organizationId: number;
  readonly options: Pick<ImportOptions, 'file_source' | 'file_format' | 'column_mapping'>;
  readonly maxDownloadBytes: number;
  /** Null before the scan. */
  readonly numberOfRecords: number | null;
  /** Bytes of the stored source; null while none is counted. */
  readonly sourceBytes: number | null;
}

/** A kind of job whose jobs read a source. */
export interface SourceKind<Job extends SourceRecord> {
  /** Table of its jobs, with the columns of a source (engine/db/sources). */
  readonly table: string;
  /** Folder of their files. */
  readonly folder: JobFolder;
  /** Reads a job. @throws Error when there is no such row */
  readonly read: (pool: Pool, id: number) => Promise<Job>;
  /** The notices of the name of a sheet, or of a file in an archive; absent: it says nothing. */
  readonly noticesOfName?: (job: Job, name: SourceName) => readonly Notice[];
}
