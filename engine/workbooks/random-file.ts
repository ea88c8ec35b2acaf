/** A file of which any bytes can be read. */
export interface RandomFile {
  readonly bytes: number;
  /** Reads the bytes from `start` up to, not including, `end`; both are within the file. */
  read(start: number, end: number): Promise<Buffer>;
}

/** A file that is in memory. */
export function inMemory(content: Buffer): RandomFile {
  return { bytes: content.length, read: (start, end) => Promise.resolve(content.subarray(start, end)) };
}
