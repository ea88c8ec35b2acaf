import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { HalfCharacter, NotUtf8, UnreadableBody } from '../errors.ts';

/** A text of a body that is too long to be kept in memory. */
export interface LongText {
  /** Adds bytes as they stand in the body, between the quotes. */
  add(bytes: Uint8Array): Promise<void>;
  readonly bytes: number;
  /** The text in slices. The iterator throws UnreadableBody where it is not the text of a JSON string in UTF-8. */
  read(): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** Creates an empty text in a file of the folder that has no name any more, so that the end of the process removes it. */
export async function createLongText(folder: string): Promise<LongText> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  let bytes = 0;
  let closed: Promise<void> | null = null;
  return {
    get bytes() {
      return bytes;
    },
    add: async (more) => {
      const { bytesWritten } = await file.write(more, 0, more.length, bytes);
      bytes += bytesWritten;
      if (bytesWritten < more.length) throw new Error('The disk took a part of a body only.');
    },
    read: () => unescaped(file),
    close: () => (closed ??= file.close()),
  };
}

const BLOCK = 65_536;

/** Neither an escape nor a pair of surrogates is cut in two. */
async function* unescaped(file: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const block = Buffer.allocUnsafe(BLOCK);
  let rest = '';
  let half = '';
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(block, 0, BLOCK, position);
    position += bytesRead;
    const raw = rest + decode(decoder, block.subarray(0, bytesRead));
    const end = bytesRead === 0 ? raw.length : endOfWhole(raw);
    rest = raw.slice(end);
    const text = half + parse(raw.slice(0, end));
    half = bytesRead > 0 && isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
    const whole = half === '' ? text : text.slice(0, -1);
    if (!whole.isWellFormed()) throw new HalfCharacter();
    if (whole !== '') yield whole;
    if (bytesRead === 0) return;
  }
}

/** Decodes the next bytes, or the end where there are none. */
function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes.length > 0 });
  } catch {
    throw new NotUtf8();
  }
}

/** Returns the offset at which the last escape begins if more of it may follow, else the end. */
function endOfWhole(raw: string): number {
  const last = raw.lastIndexOf('\\');
  if (last === -1 || last < raw.length - LONGEST_ESCAPE) return raw.length;
  let first = last;
  while (first > 0 && raw[first - 1] === '\\') first--;
  // Of an even number of backslashes the last one is the second of an escape.
  if ((last - first) % 2 === 1) return raw.length;
  const length = raw[last + 1] === 'u' ? LONGEST_ESCAPE : 2;
  return last + length <= raw.length ? raw.length : last;
}

const LONGEST_ESCAPE = '\\u0000'.length;

function parse(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    throw new UnreadableBody('the body is not valid JSON');
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
