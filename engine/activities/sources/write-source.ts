import { randomUUID } from 'node:crypto';
import { beginSource, endSource, giveBackSource, growSource } from '../../db/sources/source-room.ts';
import type { Grant, SourceWriter } from '../../db/sources/source-room.ts';
import { noRoomForSource } from '../../db/sources/usage.ts';
import { FileError } from '../../files/errors.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import type { SourceFormat } from '../../csv/source-format.ts';
import type { Notice } from '../../domain/notices.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault } from '../faults.ts';
import type { SourceKind, SourceRecord } from './source-record.ts';

/** The source of a job as it arrives. */
export interface ArrivingSource {
  readonly content: AsyncIterable<Uint8Array>;
  /** Bytes of the content, where they are known before; it may have more or less all the same. */
  readonly bytes: number | null;
  /** Whether the content is a packed file, which is stored as it is and unpacked later. */
  readonly isPacked?: boolean;
  /** Bytes of the packed file that the content is unpacked from; null: it is not. */
  readonly packedBytes: number | null;
  /** Format and notices found when it was unpacked. */
  readonly sourceFormat?: SourceFormat;
  readonly notices?: readonly Notice[];
  readonly maxBytes?: number;
}

/** There is no room for the source: the organization stores as much as it may. */
class NoRoomForSource extends FileError {
  constructor(taken: number, most: number) {
    super(`The ${noRoomForSource(taken, most)}.`, false);
  }
}

/** Room is asked for in steps: this part of all that an organization may store, and at most so many bytes. */
const STEPS = 256;
const MOST_BYTES_OF_STEP = 16 * 1024 * 1024;

/**
 * Stores the source of a job where a scan reads it, unless it is there. Its bytes count while they are written: where the sources
 * of the organization take all that they may, it stops. What a failed attempt has taken is given back, and what a killed one has
 * left is removed by the next.
 * @throws FileError when there is no room or the content is too long, what the content throws, ApplicationFailure ImportEnded
 */
export async function writeSource(
  deps: ActivityDeps,
  { table, folder }: Pick<SourceKind<SourceRecord>, 'table' | 'folder'>,
  record: Pick<SourceRecord, 'id' | 'jobKey' | 'organizationId'>,
  { content, bytes, isPacked = false, packedBytes, sourceFormat = {}, notices = [], maxBytes }: ArrivingSource,
  signal: AbortSignal,
): Promise<void> {
  const { pool, files } = deps;
  const { id: jobId, organizationId } = record;
  const writer: SourceWriter = { table, jobId, organizationId, writer: randomUUID() };
  const key = isPacked ? packedSourceKey(record, folder) : sourceKey(record, folder);
  const room = createRoom(deps, writer, bytes ?? 0);
  try {
    // Also a file that the earlier attempt has put there since: it has not counted it, and must not read it.
    await room.begin(() => files.remove(key));
    if ((await files.size(key)) !== null) return await giveBackSource(pool, writer);
    const written = await files.write(key, metered(content, room), {
      ...{ signal, ...(maxBytes !== undefined && { maxBytes }) },
    });
    const stored = await endSource(pool, writer, {
      ...(isPacked ? { sourceBytes: null, packedBytes: written.bytes } : { sourceBytes: written.bytes, packedBytes }),
      ...{ sourceFormat, notices },
    });
    if (stored === 'ended') await files.remove(key);
    if (stored !== 'counted') throw notWriter({ hasEnded: stored === 'ended' });
  } catch (error) {
    await giveBackSource(pool, writer).catch(() => undefined);
    throw error;
  }
}

/** The room of one attempt. */
interface Room {
  /** Takes over from an earlier attempt, and removes what that has left. */
  begin(removeLeft: () => Promise<void>): Promise<void>;
  /** Asks for more, unless so many bytes are granted. */
  cover(bytes: number): Promise<void> | null;
}

function createRoom({ pool, importSourcesBytes: most }: ActivityDeps, writer: SourceWriter, expected: number): Room {
  const step = Math.ceil(Math.min(most / STEPS, MOST_BYTES_OF_STEP));
  let granted = 0;
  const take = (grant: Grant): void => {
    if (!grant.isWriter) throw notWriter(grant);
    if (grant.granted === null) throw new NoRoomForSource(grant.taken, most);
    ({ granted } = grant);
  };
  return {
    begin: async (removeLeft) => {
      const wanted = expected === 0 ? step : expected;
      const grant = await beginSource(pool, writer, { needed: expected, wanted, most });
      if (grant.wasInterrupted && grant.isWriter) await removeLeft();
      take(grant);
    },
    cover: (bytes) => {
      if (bytes <= granted) return null;
      return growSource(pool, writer, { needed: bytes, wanted: bytes + step, most }).then(take);
    },
  };
}

async function* metered(content: AsyncIterable<Uint8Array>, room: Room): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const block of content) {
    bytes += block.byteLength;
    const growing = room.cover(bytes);
    if (growing !== null) await growing;
    yield block;
  }
}

/** An attempt that another one has replaced is of no account; where it is the last one after all, it is made again. */
function notWriter({ hasEnded }: { readonly hasEnded: boolean }): Error {
  return hasEnded
    ? fault('ImportEnded', 'The import has ended.')
    : new Error('Another attempt stores the source of the import.');
}
