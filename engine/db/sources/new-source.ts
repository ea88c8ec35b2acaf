import { lockSourcesOf, noRoomForSource, readImportUsage } from './usage.ts';
import type { Database } from '../core/slonik.ts';
import { ValidationFailed } from '../../platform/errors.ts';

/** A source that a job has got before its row is written. */
export interface StoredSource {
  readonly bytes: number;
  /** Whether the worker has to unpack it. */
  readonly isPacked: boolean;
}

/** Returns the bytes of a stored source by the column that counts them; null: a worker fetches it. */
export function bytesOf(source: StoredSource | null): Readonly<Record<'sourceBytes' | 'packedBytes', number | null>> {
  const bytes = source?.bytes ?? null;
  return source?.isPacked === true
    ? { sourceBytes: null, packedBytes: bytes }
    : { sourceBytes: bytes, packedBytes: null };
}

/** Room that the source of a new job must fit into. */
export interface SourceRoom {
  readonly organizationId: number;
  /** Bytes that all sources of the organization may take together. */
  readonly most: number;
}

/**
 * Inserts the row of a job; with `room`, if its source fits into what others leave of it, however many are added at the same time.
 * @throws ValidationFailed without room
 */
export function insertWithinRoom<Result>(
  db: Database,
  { room, source }: { readonly room: SourceRoom | null; readonly source: StoredSource | null },
  insert: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (room === null) return insert(db);
  return db.transaction(async (locked) => {
    await lockSourcesOf(locked, room.organizationId);
    const { sourceBytes } = await readImportUsage(locked, room.organizationId);
    if (sourceBytes + (source?.bytes ?? 0) > room.most)
      throw new ValidationFailed(`the ${noRoomForSource(sourceBytes, room.most)}`);
    return insert(locked);
  });
}
