import { isUtf8 } from 'node:buffer';
import { readFile, stat, mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SluiceError, messageOf } from '../platform/errors.ts';
import type { UploadTarget } from './upload-file.ts';

/** The source of an import as a call names it. */
export interface ImportSource {
  readonly fileSource:
    | { readonly type: 'json'; readonly content: string }
    | { readonly type: 'upload'; readonly id: string }
    | { readonly type: 'url'; readonly url: string };
  /** To be called when the import was created: until then the same file is not sent again. */
  readonly done: () => Promise<void>;
}

interface Sending {
  readonly target: UploadTarget;
  /** The limits of a body and of an upload, in bytes. */
  readonly maxBodyBytes: number;
  readonly uploadBytes: number;
  /** The encoding that the user names; null to have it found. */
  readonly encoding: string | null;
}

/** Larger files are sent as uploads, which continue after a break. */
const INLINE_BYTES = 8 * 1024 * 1024;
/** Bytes of a call in addition to the content. */
const OTHER_BYTES = 64 * 1024;

/** The argument that names stdin. */
const STDIN = '-';

/**
 * Sends the bytes of an import as they are, and has `work` use them: a file, stdin ("-"), or a URL, which the service fetches. A
 * small text in UTF-8 is the content of the call; all else is sent as an upload.
 * @throws SluiceError when the source cannot be read, or the service refuses it
 */
export async function withImportSource(
  named: string,
  sending: Sending,
  work: (source: ImportSource) => Promise<void>,
): Promise<void> {
  if (/^https?:\/\//i.test(named)) {
    return work({ fileSource: { type: 'url', url: named }, done: () => Promise.resolve() });
  }
  if (named !== STDIN) return work(await sendFile(named, sending));
  const { file, remove } = await spoolInput(process.stdin, sending.uploadBytes);
  try {
    await work(await sendFile(file, { ...sending, target: { ...sending.target, cacheDir: null } }));
  } finally {
    await remove();
  }
}

async function sendFile(file: string, { target, maxBodyBytes, encoding }: Sending): Promise<ImportSource> {
  const content = await readInline(file, Math.min(INLINE_BYTES, maxBodyBytes - OTHER_BYTES), encoding);
  if (content !== null) return { fileSource: { type: 'json', content }, done: () => Promise.resolve() };
  // Its HTTP client takes longer to load than the rest of the verb.
  const { uploadFile } = await import('./upload-file.ts');
  const { id, forget } = await uploadFile(target, file);
  return { fileSource: { type: 'upload', id }, done: forget };
}

/** The text of a file whose JSON has at most `maxBytes`; null for a file whose bytes must arrive as they are. */
async function readInline(file: string, maxBytes: number, encoding: string | null): Promise<string | null> {
  const bytes = await readable(async () => ((await stat(file)).size > maxBytes ? null : readFile(file)));
  if (bytes === null || !isPlainText(bytes)) return null;
  if (encoding !== null && !/^utf-?8$/i.test(encoding)) return null;
  const content = bytes.toString('utf8');
  // Quotes and line ends take two bytes in JSON.
  return Buffer.byteLength(JSON.stringify(content)) > maxBytes ? null : content;
}

/** Whether the bytes are a text in UTF-8, and neither packed nor of two bytes a character. */
function isPlainText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

async function readable<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    const reason = messageOf(error);
    throw new SluiceError('invalid_request', `The file cannot be read: ${reason}.`, { cause: error });
  }
}

/** A stream as a file of this user alone. */
interface SpooledInput {
  readonly file: string;
  readonly remove: () => Promise<void>;
}

/**
 * Writes a stream to a temporary file, since its size must be known before it is sent.
 * @throws SluiceError when it has more than `maxBytes`
 */
async function spoolInput(input: Readable, maxBytes: number): Promise<SpooledInput> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'stdin');
  try {
    await pipeline(
      input,
      async function* (blocks: AsyncIterable<Buffer>) {
        let bytes = 0;
        for await (const block of blocks) {
          bytes += block.length;
          if (bytes > maxBytes) {
            throw new SluiceError('invalid_request', `The input has more than ${maxBytes} bytes (UPLOAD_BYTES).`);
          }
          yield block;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
    return { file, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
