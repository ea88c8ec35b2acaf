import { buffer } from 'node:stream/consumers';
import type { GrowingFile } from './file-store.ts';
import { FileMissing } from './errors.ts';
import { LEAST_PART_BYTES } from './s3-bucket.ts';
import type { Bucket } from './s3-bucket.ts';

/** Prefix of the names of the objects that hold parts of files that still arrive. */
export const GROWING = 'growing/';
const DIGITS = 16;

/** An object that holds a part of a file: bytes from `start` up to, not including, `end` of it. */
export interface GrowingPart {
  readonly key: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the name of the object of a part. */
export function growingPart(name: string, bytes: number): GrowingPart {
  const start = Number(name.slice(-DIGITS));
  return { key: name.slice(GROWING.length, -DIGITS - 1), name, start, end: start + bytes };
}

/** The parts that have arrived of the file with that key, in their order. */
export async function readParts(bucket: Bucket, key: string): Promise<readonly GrowingPart[]> {
  const parts: GrowingPart[] = [];
  for await (const { name, bytes } of bucket.list(`${GROWING}${key}/`)) {
    const part = growingPart(name, bytes);
    if (part.key === key) parts.push(part);
  }
  return parts.sort((one, other) => one.start - other.start);
}

/** Leaves out parts that were written again together with an earlier one, and not removed yet. */
export function withoutCovered(parts: readonly GrowingPart[]): readonly GrowingPart[] {
  let end = 0;
  return parts.filter((part) => {
    if (part.start < end) return false;
    end = part.end;
    return true;
  });
}

/** @throws FileMissing when parts have gaps, or fewer bytes than those */
export function requireNoGap(parts: readonly GrowingPart[], bytes = 0): void {
  const isWhole = parts.every(({ start }, i) => start === (parts[i - 1]?.end ?? 0));
  if (!isWhole || (parts.at(-1)?.end ?? 0) < bytes) throw new FileMissing('of the upload');
}

/** Removes parts of a file, the last one first, so that those which are left have no gap. */
export async function removeParts(bucket: Bucket, parts: readonly GrowingPart[]): Promise<void> {
  for (const { name } of parts.toReversed()) await bucket.remove(name);
}

/**
 * Goes on with a file of a bucket at an offset, and drops what is behind it. Its parts are objects of their own until it is
 * whole. `stored` is the name it has then: a file that got it without that being noted becomes its own first part,
 * whether its parts are still there or not.
 * @throws FileMissing when fewer bytes than the offset are there
 */
export async function openGrowingObject(
  bucket: Bucket,
  { key, stored }: { readonly key: string; readonly stored: string },
  offset: number,
): Promise<GrowingFile> {
  const nameAt = (start: number) => `${GROWING}${key}/${String(start).padStart(DIGITS, '0')}`;
  if (offset === 0) await bucket.remove(stored);
  const found = await readParts(bucket, key);
  let parts = withoutCovered(found);
  if ((parts.at(-1)?.end ?? 0) < offset && ((await bucket.size(stored)) ?? 0) >= offset) {
    await removeParts(bucket, found);
    await bucket.compose(nameAt(0), [{ name: stored, start: 0, end: offset }]);
    await bucket.remove(stored);
    parts = [{ key, name: nameAt(0), start: 0, end: offset }];
  } else {
    const kept = new Set(parts.filter(({ start }) => start < offset));
    await removeParts(
      bucket,
      found.filter((part) => !kept.has(part)),
    );
    parts = [...kept];
  }
  requireNoGap(parts, offset);
  const last = parts.at(-1);
  if (last !== undefined && last.end > offset) {
    await bucket.put(last.name, await readPart(bucket, { ...last, end: offset }));
    parts = [...parts.slice(0, -1), { ...last, end: offset }];
  }

  let durable = offset;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const send = async () => {
    if (heldBytes === 0) return;
    const short = shortBefore(parts, heldBytes);
    const [{ start } = { start: durable }] = short;
    const before: Buffer[] = [];
    for (const part of short) before.push(await readPart(bucket, part));
    durable += heldBytes;
    await bucket.put(nameAt(start), Buffer.concat([...before, ...held]));
    await removeParts(bucket, short.slice(1));
    parts = [...parts.slice(0, parts.length - short.length), { key, name: nameAt(start), start, end: durable }];
    held = [];
    heldBytes = 0;
  };
  return {
    // Until as much is there as can be copied later without being read.
    write: async (bytes) => {
      held.push(bytes);
      heldBytes += bytes.byteLength;
      if (heldBytes >= LEAST_PART_BYTES) await send();
    },
    sync: async () => {
      await send();
      return durable;
    },
    close: () => Promise.resolve(),
  };
}

/**
 * The last parts that are written again together with as many bytes behind them: those too short to be copied later that have at most
 * twice as many bytes as what follows. So a file has few parts, however small those are that a client sends, and each byte is written
 * again a few times at most.
 */
function shortBefore(parts: readonly GrowingPart[], bytes: number): readonly GrowingPart[] {
  let first = parts.length;
  for (let following = bytes; first > 0; first--) {
    const { start, end } = parts[first - 1] ?? { start: 0, end: 0 };
    if (end - start >= LEAST_PART_BYTES || end - start > 2 * following) break;
    following += end - start;
  }
  return parts.slice(first);
}

async function readPart(bucket: Bucket, { name, start, end }: GrowingPart): Promise<Buffer> {
  const found = await bucket.get(name, { start: 0, end: end - start });
  if (found === null) throw new FileMissing('of the upload');
  return buffer(found.body);
}
