import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOUNDS } from '../domain/bounds.ts';
import { UnreadablePacked } from './errors.ts';

/** Many texts, found by their place. */
export interface StringTable {
  readonly length: number;
  /** @throws UnreadablePacked beyond the bound of all texts */
  add(text: string): void;
  get(index: number): string;
  close(): void;
}

/** Texts that follow one another, each as its length in four bytes and its bytes. */
interface Block {
  readonly first: number;
  readonly bytes: number;
  /** Offset in the file, in bytes. */
  readonly offset: number;
}

/** A block in memory, with the place of each text. */
interface LoadedBlock {
  readonly content: Buffer;
  readonly places: Uint32Array;
}

const BLOCK_BYTES = 65_536;
const LENGTH_BYTES = 4;
/** Blocks in memory: those read last. Sheets name texts in about the order in which they are listed. */
const MOST_LOADED = 256;

/**
 * Creates a table of texts that takes 16 MiB of memory, however many there are: the others are in a file without a name, which is
 * gone when the process ends.
 */
export function createStringTable(mostLoaded = MOST_LOADED): StringTable {
  const blocks: Block[] = [];
  const loaded = new Map<number, LoadedBlock>();
  let file = -1;
  let pending: Buffer[] = [];
  let places: number[] = [];
  let pendingBytes = 0;
  let sealed = 0;
  let fileBytes = 0;
  let length = 0;

  const keep = (number: number, block: LoadedBlock) => {
    loaded.delete(number);
    loaded.set(number, block);
    if (loaded.size <= mostLoaded) return;
    const [oldest] = loaded.keys();
    if (oldest !== undefined) loaded.delete(oldest);
  };
  const seal = () => {
    const content = Buffer.concat(pending, pendingBytes);
    if (file < 0) file = openUnnamed();
    writeAll(file, content, fileBytes);
    blocks.push({ first: sealed, bytes: content.length, offset: fileBytes });
    keep(blocks.length - 1, { content, places: Uint32Array.from(places) });
    fileBytes += content.length;
    sealed = length;
    [pending, places, pendingBytes] = [[], [], 0];
  };
  const load = (number: number): LoadedBlock => {
    const block = blocks[number];
    const found = loaded.get(number) ?? (block && readBlock(file, block));
    if (found === undefined) throw new RangeError('There is no such block of texts.');
    keep(number, found);
    return found;
  };
  return {
    get length() {
      return length;
    },
    add: (text) => {
      const bytes = Buffer.from(text);
      if (fileBytes + pendingBytes + bytes.length + LENGTH_BYTES > BOUNDS.workbookStrings.max) throw tooMany();
      const head = Buffer.alloc(LENGTH_BYTES);
      head.writeUInt32LE(bytes.length);
      places.push(pendingBytes);
      pending.push(head, bytes);
      pendingBytes += LENGTH_BYTES + bytes.length;
      length += 1;
      if (pendingBytes >= BLOCK_BYTES) seal();
    },
    get: (index) => {
      if (index >= sealed) return pending[2 * (index - sealed) + 1]?.toString() ?? '';
      const number = blockOf(blocks, index);
      const { content, places: starts } = load(number);
      const at = starts[index - (blocks[number]?.first ?? 0)] ?? 0;
      return content.toString('utf8', at + LENGTH_BYTES, at + LENGTH_BYTES + content.readUInt32LE(at));
    },
    close: () => {
      if (file >= 0) closeSync(file);
      file = -1;
    },
  };
}

function blockOf(blocks: readonly Block[], index: number): number {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.first ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

function openUnnamed(): number {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-texts-'));
  try {
    return openSync(join(folder, 'texts'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeAll(file: number, content: Buffer, offset: number): void {
  for (let at = 0; at < content.length;) at += writeSync(file, content, at, content.length - at, offset + at);
}

function readBlock(file: number, { bytes, offset }: Block): LoadedBlock {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes;) {
    const read = readSync(file, content, at, bytes - at, offset + at);
    if (read === 0) throw new Error('The file of texts is shorter than what was written.');
    at += read;
  }
  const places: number[] = [];
  for (let at = 0; at < bytes; at += LENGTH_BYTES + content.readUInt32LE(at)) places.push(at);
  return { content, places: Uint32Array.from(places) };
}

function tooMany(): UnreadablePacked {
  return new UnreadablePacked(`The texts of the workbook take more than ${BOUNDS.workbookStrings.max} bytes.`);
}
