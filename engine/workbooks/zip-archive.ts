import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { BOUNDS } from '../domain/bounds.ts';
import { FileError, FileTooLarge } from '../files/errors.ts';
import { FREE_BYTES } from '../files/unpack-gzip.ts';
import { damagedZip, UnreadablePacked } from './errors.ts';
import type { RandomFile } from './random-file.ts';

/** The first bytes of a ZIP archive, and so of a workbook. */
const MAGIC = Buffer.from('PK\x03\x04');
/** Those of an archive without a file. */
const EMPTY_MAGIC = Buffer.from('PK\x05\x06');
/** Bytes of the beginning that are compared. */
export const ZIP_HEAD_BYTES = MAGIC.length;

/** Whether a file that begins with these bytes is a ZIP archive. */
export function isZip(head: Uint8Array): boolean {
  const first = Buffer.from(head.subarray(0, MAGIC.length));
  return MAGIC.equals(first) || EMPTY_MAGIC.equals(first);
}

/** The files of a ZIP archive. Names are compared in lower case; they are given to no file system. */
export interface ZipArchive {
  /** Names in the order of the archive. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /**
   * Yields the content of a file in blocks of at most 64 KiB. What all of them unpack to is bounded together.
   * @throws UnreadablePacked, FileTooLarge from the iteration
   */
  read(name: string): AsyncGenerator<Buffer, void, void>;
}

/** Bytes that are read of the file at a time. */
const READ_BYTES = 1_048_576;
const BLOCK_BYTES = 65_536;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads which files an archive has.
 * @param maxBytes what its files may unpack to
 * @throws UnreadablePacked when it is damaged, or has too many files
 */
export async function openZipArchive(
  file: RandomFile,
  { maxBytes }: { readonly maxBytes: number },
): Promise<ZipArchive> {
  const zip = await openZip(file);
  const entries = await readEntries(zip);
  const most = Math.min(maxBytes, mostUnpacked(file.bytes));
  let unpacked = 0;

  async function* read(name: string): AsyncGenerator<Buffer, void, void> {
    const entry = entries.get(name.toLowerCase());
    if (entry === undefined) throw damagedZip();
    requireReadable(entry);
    let checksum = 0;
    try {
      for await (const block of await zip.openReadStreamPromise(entry)) {
        for (let at = 0; at < (block as Buffer).length; at += BLOCK_BYTES) {
          const bytes = (block as Buffer).subarray(at, at + BLOCK_BYTES);
          unpacked += bytes.length;
          if (unpacked > most) throw most === maxBytes ? new FileTooLarge(maxBytes) : unpacksToTooMuch();
          checksum = crc32(bytes, checksum);
          yield bytes;
        }
      }
    } catch (error) {
      throw error instanceof FileError ? error : damagedZip(error);
    }
    if (checksum !== entry.crc32) throw damagedZip();
  }
  return { names: [...entries.keys()], has: (name) => entries.has(name.toLowerCase()), read };
}

async function openZip(file: RandomFile): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(new FileReader(file), file.bytes, {
      // Names are looked up, and never used as paths.
      ...{ autoClose: false, decodeStrings: false },
    });
  } catch (error) {
    throw damagedZip(error);
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    let count = 0;
    for await (const entry of zip.eachEntry()) {
      if (++count > BOUNDS.packedFiles.max) throw tooManyFiles();
      const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/').toLowerCase();
      if (!entries.has(name)) entries.set(name, entry);
    }
  } catch (error) {
    throw error instanceof FileError ? error : damagedZip(error);
  }
  return entries;
}

function requireReadable(entry: Entry): void {
  if (entry.isEncrypted()) {
    throw new UnreadablePacked('The ZIP archive is protected with a password. Unpack it and import the CSV in it.');
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new UnreadablePacked(
      `The ZIP archive is compressed by a method that is not supported (${entry.compressionMethod}). Unpack it and import the CSV in it.`,
    );
  }
}

/** Returns the maximum number of bytes that an archive of so many bytes may unpack to. */
export function mostUnpacked(bytes: number): number {
  return FREE_BYTES + bytes * BOUNDS.unpackedTimes.max;
}

/** The archive unpacks to far more than its own size, as no table does. */
export function unpacksToTooMuch(): UnreadablePacked {
  return new UnreadablePacked(
    `The ZIP archive or workbook unpacks to more than ${BOUNDS.unpackedTimes.max} times its size.`,
  );
}

function tooManyFiles(): UnreadablePacked {
  return new UnreadablePacked(`The ZIP archive has more than ${BOUNDS.packedFiles.max} files.`);
}

/** Reads the bytes of the archive that the library requests. */
class FileReader extends RandomAccessReader {
  readonly #file: RandomFile;

  constructor(file: RandomFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#blocks(start, end));
  }

  async *#blocks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += READ_BYTES) {
      const wanted = Math.min(end, at + READ_BYTES, this.#file.bytes);
      const bytes = wanted > at ? await this.#file.read(at, wanted) : Buffer.alloc(0);
      if (bytes.length === 0) return;
      yield bytes;
    }
  }
}
