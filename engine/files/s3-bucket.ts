import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Settings } from '../platform/config-s3.ts';
import { FileStoreDown } from './errors.ts';
import type { ByteRange } from './file-store.ts';
import { isSilence, openClients } from './s3-clients.ts';
import { PATIENCE_OF_JOBS } from './s3-patience.ts';
import type { S3Patience } from './s3-patience.ts';
import { whileAnswering } from './while-answering.ts';

/** An object of the bucket, or a part of it. */
export interface ObjectPart extends ByteRange {
  readonly name: string;
}

export interface GetOptions {
  /** Version in an earlier answer, which must be the same now. */
  readonly version?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Answer of a bucket to a read of an object. Reading the body throws FileStoreDown when the connection breaks. */
export interface Content {
  readonly body: AsyncIterable<Buffer>;
  readonly version: string | undefined;
}

/** Objects of a bucket by their names; what the settings put before each name is not in them. */
export interface Bucket {
  /** Time without a byte after which an interrupted read fails. */
  readonly readMs: number;
  /** Reads whether the bucket answers, is there and lists names with a prefix. @throws FileStoreDown */
  reach(prefix: string): Promise<void>;
  /** Bytes of an object, null when there is none. */
  size(name: string): Promise<number | null>;
  /**
   * Content from an offset on; `end` may be infinite.
   * @returns null when there is no such object, or none of that version; an empty body where it has no more bytes
   */
  get(name: string, range: ByteRange, options?: GetOptions): Promise<Content | null>;
  put(name: string, content: Uint8Array): Promise<void>;
  /** Writes a stream, in parts when it is long. Until all of it is there nothing is under the name. */
  putStream(name: string, content: Readable, abort: AbortController): Promise<void>;
  /** Puts parts of objects, one after the other, under a name; the bytes stay at the service where it allows that. */
  compose(name: string, parts: readonly ObjectPart[]): Promise<void>;
  remove(name: string): Promise<void>;
  /** The objects whose names begin with a prefix. */
  list(prefix: string): AsyncIterable<{ readonly name: string; readonly bytes: number; readonly modifiedAt: Date }>;
  /** Names under which something is being written in parts, or was when the writer was killed. */
  listUnfinished(prefix: string): AsyncIterable<{ readonly name: string; readonly uploadId: string }>;
  /** Forgets the parts that were written under a name and are not under it yet. */
  removeUnfinished(name: string): Promise<void>;
  close(): void;
}

/** Objects of up to this size are copied by one call (the bound of S3). */
const COPY_BYTES = 5 * 1024 ** 3;
/** The least that a part of a composed object may have, unless it is the last (the bound of S3). */
export const LEAST_PART_BYTES = 5 * 1024 * 1024;
/** Of an error of the connection: `ECONNRESET`, `EAI_AGAIN`, or that of a body which ended too early. */
const CONNECTION_CODE = /^(?:E(?!RR_)[A-Z_]+|ERR_STREAM_PREMATURE_CLOSE)$/;
const GONE = new Set(['NoSuchKey', 'NotFound', 'PreconditionFailed', 'NoSuchUpload']);

/** Opens a bucket; nothing is sent yet. */
export function openBucket(
  { bucket: Bucket, prefix: before, region, endpoint }: S3Settings,
  patience: S3Patience = PATIENCE_OF_JOBS,
): Bucket {
  const { askMs, readMs, removesLater } = patience;
  const { s3, copier, asker, close } = openClients({ region, endpoint }, patience);
  const at = (name: string) => ({ Bucket, Key: `${before}${name}` });
  const nameOf = (key: string | undefined) => (key ?? '').slice(before.length);
  const source = (name: string) => `${Bucket}/${encodeURIComponent(`${before}${name}`)}`;

  /** Sends a copy within the service, until whose end the service may say nothing. */
  function copy<Answer>(send: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<Answer>) {
    const ask = () => asker.send(new HeadBucketCommand({ Bucket })).catch(requireAnswer);
    const work = (abortSignal: AbortSignal) => send(copier, { abortSignal });
    return told(whileAnswering(work, { ask, everyMs: askMs }));
  }

  async function size(name: string): Promise<number | null> {
    const head = await orNull(s3.send(new HeadObjectCommand(at(name))));
    return head === null ? null : (head.ContentLength ?? 0);
  }

  async function get(
    name: string,
    { start, end }: ByteRange,
    { version, signal }: GetOptions = {},
  ): Promise<Content | null> {
    const isWhole = start === 0 && end === Infinity;
    const command = new GetObjectCommand({
      ...at(name),
      ...(!isWhole && { Range: `bytes=${start}-${end === Infinity ? '' : end - 1}` }),
      ...(version !== undefined && { IfMatch: version }),
    });
    try {
      const answer = await orNull(s3.send(command, { ...(signal && { abortSignal: signal }) }));
      return answer === null ? null : { body: blocksOf(answer.Body as Readable), version: answer.ETag };
    } catch (error) {
      if (error instanceof FileStoreDown && error.reason === 'InvalidRange') return { body: noBlocks(), version };
      throw error;
    }
  }

  async function composeParts(name: string, parts: readonly ObjectPart[]): Promise<void> {
    const { UploadId } = await told(s3.send(new CreateMultipartUploadCommand(at(name))));
    const upload = { ...at(name), UploadId };
    const done: { PartNumber: number; ETag: string | undefined }[] = [];
    let held: Buffer[] = [];
    const heldBytes = () => held.reduce((bytes, block) => bytes + block.byteLength, 0);
    const sendHeld = async () => {
      const PartNumber = done.length + 1;
      const { ETag } = await told(s3.send(new UploadPartCommand({ ...upload, PartNumber, Body: Buffer.concat(held) })));
      done.push({ PartNumber, ETag });
      held = [];
    };
    try {
      for (const [i, part] of parts.entries()) {
        const isLast = i === parts.length - 1;
        // The bound is also that of AWS for objects of which a range is copied, even the last.
        if (held.length === 0 && part.end - part.start > LEAST_PART_BYTES) {
          const PartNumber = done.length + 1;
          const CopySourceRange = `bytes=${part.start}-${part.end - 1}`;
          const command = new UploadPartCopyCommand({
            ...upload,
            PartNumber,
            CopySource: source(part.name),
            CopySourceRange,
          });
          const { CopyPartResult } = await copy((client, options) => client.send(command, options));
          done.push({ PartNumber, ETag: CopyPartResult?.ETag });
          continue;
        }
        // Parts that are too short to be copied go through this process, several as one.
        const found = await get(part.name, part);
        if (found === null) throw new FileStoreDown('NoSuchKey');
        for await (const block of found.body) held.push(block);
        if (heldBytes() >= LEAST_PART_BYTES || isLast) await sendHeld();
      }
      const whole = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } });
      await copy((client, options) => client.send(whole, options));
    } catch (error) {
      const removed = s3.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      if (!removesLater) await removed;
      throw error;
    }
  }

  async function* listUnfinished(prefix: string) {
    let KeyMarker: string | undefined;
    let UploadIdMarker: string | undefined;
    do {
      const page = await told(
        s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: `${before}${prefix}`, KeyMarker, UploadIdMarker })),
      );
      for (const { Key, UploadId } of page.Uploads ?? []) yield { name: nameOf(Key), uploadId: UploadId ?? '' };
      KeyMarker = page.IsTruncated === true ? page.NextKeyMarker : undefined;
      UploadIdMarker = page.NextUploadIdMarker;
    } while (KeyMarker !== undefined);
  }

  async function removeUnfinished(name: string): Promise<void> {
    for await (const { name: found, uploadId } of listUnfinished(name)) {
      if (found === name) await orNull(s3.send(new AbortMultipartUploadCommand({ ...at(name), UploadId: uploadId })));
    }
  }

  return {
    readMs,
    reach: async (prefix) => {
      await told(s3.send(new ListObjectsV2Command({ Bucket, Prefix: `${before}${prefix}`, MaxKeys: 1 })));
    },
    size,
    get,
    put: async (name, content) => {
      await told(s3.send(new PutObjectCommand({ ...at(name), Body: content })));
    },
    putStream: async (name, content, abortController) => {
      const parts = { partSize: LEAST_PART_BYTES, queueSize: 2, leavePartsOnError: removesLater };
      const upload = new Upload({ client: s3, params: { ...at(name), Body: content }, ...parts, abortController });
      try {
        await told(upload.done());
      } catch (error) {
        if (removesLater) void removeUnfinished(name).catch(() => undefined);
        throw error;
      }
    },
    compose: async (name, parts) => {
      const [only] = parts;
      if (only === undefined) await told(s3.send(new PutObjectCommand({ ...at(name), Body: '' })));
      else if (
        parts.length === 1 &&
        only.start === 0 &&
        only.end === (await size(only.name)) &&
        only.end < COPY_BYTES
      ) {
        const command = new CopyObjectCommand({ ...at(name), CopySource: source(only.name) });
        await copy((client, options) => client.send(command, options));
      } else await composeParts(name, parts.flatMap(copyable));
    },
    remove: async (name) => {
      await told(s3.send(new DeleteObjectCommand(at(name))));
    },
    list: async function* (prefix) {
      try {
        for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: `${before}${prefix}` })) {
          for (const { Key, Size = 0, LastModified = new Date() } of page.Contents ?? [])
            yield { name: nameOf(Key), bytes: Size, modifiedAt: LastModified };
        }
      } catch (error) {
        throw asDown(error);
      }
    },
    listUnfinished,
    removeUnfinished,
    close,
  };
}

/** A part as parts that one call each can copy. */
function copyable({ name, start, end }: ObjectPart): ObjectPart[] {
  const count = Math.max(1, Math.ceil((end - start) / COPY_BYTES));
  const bytes = Math.ceil((end - start) / count);
  return Array.from({ length: count }, (_, i) => ({
    name,
    start: start + i * bytes,
    end: Math.min(end, start + (i + 1) * bytes),
  }));
}

async function* blocksOf(body: Readable): AsyncGenerator<Buffer, void, void> {
  try {
    for await (const block of body) yield block as Buffer;
  } catch (error) {
    throw asDown(error);
  }
}

async function* noBlocks(): AsyncGenerator<Buffer, void, void> {}

async function told<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw asDown(error);
  }
}

async function orNull<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof S3ServiceException && GONE.has(error.name)) return null;
    throw asDown(error);
  }
}

/** A refusal is an answer, too. @throws an error that is none of the service */
function requireAnswer(error: unknown): void {
  if (!(error instanceof S3ServiceException)) throw error;
}

/** The service's own words may name the bucket, the account and the key; only the code of its error is kept. */
function asDown(error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    return new FileStoreDown(error.name, { cause: error, status: error.$metadata.httpStatusCode });
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code !== null && CONNECTION_CODE.test(code)) return new FileStoreDown(code, { cause: error });
  if (isSilence(error)) return new FileStoreDown('ETIMEDOUT', { cause: error });
  return error;
}
