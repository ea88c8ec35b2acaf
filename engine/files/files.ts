import type { FileStore } from './file-store.ts';
import type { UploadCopies, Uploads } from './uploads.ts';

/** File store and upload directories of a process: folders, or a bucket when one is set. */
export interface Files {
  readonly store: FileStore;
  readonly uploads: Uploads;
  /** Destination of the FTP server's copies of received files; null: imports read its own folder. */
  readonly copies: UploadCopies | null;
  /**
   * Whether the upload directories, or the folders of the FTP server, have files of an organization of that id. A database that was
   * set back may give the id of such an organization to another one.
   */
  hasUploadsOf(organizationId: number): Promise<boolean>;
  /** Closes the connections that no call uses. */
  close(): void;
}
