import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Database } from '../../engine/db/core/slonik.ts';
import { recordReceived } from '../../engine/db/uploads/leases.ts';
import { deleteUpload, findUpload } from '../../engine/db/uploads/uploads.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { FileStore } from '../../engine/files/file-store.ts';
import { uploadKey } from '../../engine/files/upload-key.ts';
import { tusRefusal } from './tus-refusal.ts';
import type { HeldLease, UploadLocks } from './upload-locks.ts';

/** Bytes and time after which what is written is made durable and recorded: at most so much is sent again after a crash. */
const RECORD_BYTES = 16 * 1024 * 1024;
const RECORD_MS = 1_000;

/** Keeps uploads for the server of the protocol: their bytes in the file store, all else in the database. */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  readonly #db: Database;
  readonly #files: FileStore;
  readonly #locks: UploadLocks;

  constructor({ db, files, locks }: { db: Database; files: FileStore; locks: UploadLocks }) {
    super();
    this.#db = db;
    this.#files = files;
    this.#locks = locks;
  }

  override getExpiration(): number {
    return BOUNDS.uploadAge.max;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await findUpload(this.#db, id, null);
    if (found === null) throw tusRefusal(ERRORS.FILE_NOT_FOUND);
    return new Upload({
      id,
      size: found.totalBytes,
      offset: found.receivedBytes,
      creation_date: found.createdAt.toISOString(),
      ...(found.filename !== null && { metadata: { filename: found.filename } }),
    });
  }

  /** Writes a part, as far as it arrives. @returns where the next part begins */
  override write(part: Readable, id: string, offset: number): Promise<number> {
    const lease = this.#locks.heldLease(id);
    return lease.during(() => this.#write(part, { id, offset, lease }));
  }

  async #write(
    part: Readable,
    { id, offset, lease }: { readonly id: string; readonly offset: number; readonly lease: HeldLease },
  ): Promise<number> {
    const { size } = await this.getUpload(id);
    if (offset === size) return offset;
    const key = uploadKey(id);
    const file = await this.#files.grow(key, offset);
    let written = offset;
    let recorded = { bytes: offset, at: performance.now() };
    const record = async () => {
      const bytes = await file.sync();
      // A file that is whole is put under its key before that is recorded: the other way round it could be missed.
      if (bytes === size) await this.#files.finish(key);
      lease.requireHeld();
      if (!(await recordReceived(this.#db, lease, bytes))) throw new Error('The lease of an upload was lost.');
      recorded = { bytes, at: performance.now() };
    };
    try {
      for await (const block of part as AsyncIterable<Buffer>) {
        lease.requireHeld();
        await file.write(block);
        written += block.byteLength;
        const isDue = written - recorded.bytes >= RECORD_BYTES || performance.now() - recorded.at >= RECORD_MS;
        if (isDue && written !== size) await record();
      }
    } finally {
      try {
        // What has arrived before the connection broke need not be sent again.
        if (written > recorded.bytes) await record();
      } finally {
        await file.close();
      }
    }
    return written;
  }

  override async remove(id: string): Promise<void> {
    await this.#files.remove(uploadKey(id));
    await deleteUpload(this.#db, id);
  }
}
