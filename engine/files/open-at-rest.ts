import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { FileChanged, FileMissing, FileStillWritten } from './errors.ts';

/** Wait for a file that another program may still be writing. */
export interface Rest {
  /** Milliseconds for which a file must not have changed; 0: it is taken as it is. */
  readonly ms: number;
  /** Waits for as long; rejects when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A file of known size that is read once. */
export interface WholeFile {
  readonly bytes: number;
  /** Throws FileChanged where the file is no longer what it was when it was opened. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Closes the file, whether it was read or not. */
  close(): Promise<unknown>;
}

/** Maximum number of changes of a file during the wait, before it is given up. */
const MOST_PAUSES = 15;

/**
 * A file that was changed before this needs no rest. The clock of a file server may be some minutes behind that of this machine, and
 * would make every file look as old as that.
 */
const LONG_AGO_MS = 600_000;

const READ_BYTES = 262_144;

/**
 * Opens a file once it rests: its size and times are the same before and after a pause. The file is named by `shown` in errors.
 * @throws FileStillWritten when it does not rest within a few pauses, FileMissing when there is no such regular file
 */
export async function openAtRest(path: string, shown: string, rest: Rest, signal: AbortSignal): Promise<WholeFile> {
  const { ms, pause = wait } = rest;
  let before = await orMissing(shown, stat(path, { bigint: true }));
  for (let pauses = 0; pauses < MOST_PAUSES; pauses++) {
    if (ms > 0 && !isOfLongAgo(before)) await pause(ms, signal);
    signal.throwIfAborted();
    const { file, found } = await openRegular(path, shown);
    if (isSame(before, found)) {
      return { bytes: Number(found.size), content: readUnchanged(file, found, shown), close: () => file.close() };
    }
    await file.close();
    before = found;
  }
  throw new FileStillWritten(shown, (MOST_PAUSES * ms) / 1_000);
}

function wait(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal });
}

async function openRegular(path: string, shown: string): Promise<{ file: FileHandle; found: BigIntStats }> {
  // A link put there since the path was looked at is not followed, and a pipe does not block the open.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await orMissing(shown, open(path, flags));
  const found = await file.stat({ bigint: true });
  if (found.isFile()) return { file, found };
  await file.close();
  throw new FileMissing(shown);
}

/** The time of the last change of any kind, which no program can set. */
function isOfLongAgo({ ctimeMs }: BigIntStats): boolean {
  return Date.now() - Number(ctimeMs) > LONG_AGO_MS;
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.ctimeNs === other.ctimeNs && hasSameContent(one, other);
}

/** A file that is renamed, replaced or removed while it is open keeps its content. */
function hasSameContent(one: BigIntStats, other: BigIntStats): boolean {
  return one.size === other.size && one.mtimeNs === other.mtimeNs;
}

async function* readUnchanged(file: FileHandle, opened: BigIntStats, shown: string): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; ;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(READ_BYTES), 0, READ_BYTES, position);
      position += bytesRead;
      const isOver = bytesRead === 0;
      if (position > opened.size || (isOver && !hasSameContent(opened, await file.stat({ bigint: true })))) {
        throw new FileChanged(shown);
      }
      if (isOver) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function orMissing<Result>(shown: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw isAbsent(error) ? new FileMissing(shown, { cause: error }) : error;
  }
}

/** Whether an error says that there is no such file. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code));
}
