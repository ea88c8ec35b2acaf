export interface WriteOptions {
  /** Bytes; a longer source is refused while it streams. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file that arrives in parts: one of them. */
export interface GrowingFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Makes durable what was written. @returns how many bytes from the beginning of the file are */
  sync(): Promise<number>;
  /** Ends the part, and makes nothing durable. */
  close(): Promise<void>;
}

/**
 * Store of the files of jobs. A key is a `/`-separated path of `[a-z0-9_.-]` names, such as `imports/7/source`;
 * every method throws a TypeError on another one.
 */
export interface FileStore {
  /**
   * Replaces what is under the key once the whole source is durable; until then, and after a failure, the old content stands.
   * @throws FileTooLarge, the signal's reason, or what the source threw.
   */
  write(key: string, source: AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<{ bytes: number }>;
  /**
   * Begins a part of a file that arrives in parts, at an offset up to which it is durable; what is behind that is dropped.
   * One writer at a time: the caller sees to it. The file is under its key once `finish` was called.
   * @throws FileMissing when fewer bytes than the offset are there
   */
  grow(key: string, offset: number): Promise<GrowingFile>;
  /** Puts the file that arrived in parts under its key. */
  finish(key: string): Promise<void>;
  /**
   * Yields the content, or a range of it that may reach past its end, in blocks. Nothing is opened before the first one is
   * asked for. @throws FileMissing, or the signal's reason, from the iteration
   */
  read(key: string, range?: ByteRange, signal?: AbortSignal): AsyncIterable<Buffer>;
  /** Reads whether the store is there and answers; changes nothing. @throws when it is away or gone */
  reach(): Promise<void>;
  /** Bytes under the key, null when there is nothing. */
  size(key: string): Promise<number | null>;
  /**
   * Puts the content of a key under another one, too, where nothing is; it takes no space twice where the file system has
   * hard links. @returns its bytes, null when there is nothing under the key
   */
  link(key: string, other: string): Promise<number | null>;
  /** Keys that begin with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /** Keys that begin with the prefix and are being written, or were when the writer was killed; each at least once. */
  listUnfinished(prefix: string): AsyncIterable<string>;
  /** Whether there is room for more: not when little is left of the disk that the files are on. */
  hasRoom(): Promise<boolean>;
  /** Forgets the key, and what interrupted writes to it left behind. A missing key is no error. */
  remove(key: string): Promise<void>;
}

/**
 * Returns the key's names, from the outermost folder to the file.
 * @throws TypeError when it is not a key.
 */
export function keyNames(key: string): readonly string[] {
  const names = key.split('/');
  if (!names.every(isName)) throw new TypeError(`${JSON.stringify(key)} is not a key of the file store.`);
  return names;
}

function isName(name: string): boolean {
  return /^[a-z0-9_.-]+$/.test(name) && name !== '.' && name !== '..';
}
