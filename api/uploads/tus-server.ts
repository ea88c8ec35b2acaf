import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ERRORS, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findUpload, insertUpload } from '../../engine/db/uploads/uploads.ts';
import type { UploadRoom } from '../../engine/db/uploads/uploads.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { hasSmallChunks, SMALL_CHUNKS } from '../../engine/platform/small-chunks.ts';
import { failure, JSON_TYPE } from '../http/envelope.ts';
import { API_PREFIX } from '../http/prefix.ts';
import { tusRefusal } from './tus-refusal.ts';
import { isUploadId } from './upload-id.ts';
import { createUploadLocks } from './upload-locks.ts';
import { UploadStore } from './upload-store.ts';

/** Answers calls of the tus protocol. */
export type AnswerTus = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const PATH = `${API_PREFIX}/uploads`;
/** Milliseconds for which a call may still read what has arrived when another one wants the upload. */
const DRAIN_MS = 500;

/** Creates what answers the calls of the tus protocol 1.0. Uploads are those of the caller's organization. */
export function createTusServer(app: FastifyInstance): AnswerTus {
  return async (request, reply) => {
    const body = bodyOf(request);
    const { id = '' } = request.params as { id?: string };
    const call = new Request(`http://tus${PATH}${id === '' ? '' : `/${id}`}`, {
      method: request.method,
      headers: headersOf(request),
      ...(body !== null && { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
    });
    const faults: unknown[] = [];
    try {
      const answer = await serverOf(app, request, faults).handleWeb(call);
      if (faults.length > 0) throw faults[0];
      const isCutOff = hasSmallChunks(request.raw);
      return await send(reply, isCutOff ? new Response(SMALL_CHUNKS, { status: 400 }) : answer);
    } finally {
      // Reads no more of the body, and leaves the connection open for the answer.
      body?.destroy();
    }
  };
}

/** The server of one call, which uses the connection of the call. What it fails for, rather than refuses, is added to `faults`. */
function serverOf(app: FastifyInstance, { caller: { organizationId }, db }: FastifyRequest, faults: unknown[]): Server {
  const { uploadBytes, organizationUploadsBytes } = app.config;
  const room: UploadRoom = {
    unfinished: BOUNDS.unfinishedUploads.max,
    uploads: BOUNDS.uploads.max,
    bytes: organizationUploadsBytes,
  };
  const locks = createUploadLocks(db, app.log);
  return new Server({
    path: PATH,
    relativeLocation: true,
    datastore: new UploadStore({ db, files: app.files, locks }),
    locker: locks,
    lockDrainTimeout: DRAIN_MS,
    maxSize: uploadBytes,
    allowedOrigins: [],
    namingFunction: () => randomUUID(),
    onIncomingRequest: async ({ method }, id) => {
      if (method === 'POST') return;
      const isOwn = isUploadId(id) && (await findUpload(db, id, organizationId)) !== null;
      if (!isOwn) throw tusRefusal(ERRORS.FILE_NOT_FOUND);
    },
    onUploadCreate: async (_call, { id, size = 0, metadata }) => {
      const filename = readFilename(metadata?.filename ?? null);
      if (size === 0) throw tusRefusal({ status_code: 400, body: 'Upload-Length must be at least 1' });
      const full = await insertUpload(db, { id, organizationId, totalBytes: size, filename }, room);
      if (full !== null) throw noRoom(full, room);
      return { metadata: filename === null ? {} : { filename } };
    },
    onResponseError: (_call, error) => {
      if (!('status_code' in error)) faults.push(error);
      return undefined;
    },
  });
}

function noRoom(full: keyof UploadRoom, room: UploadRoom): Error {
  const sentences: Record<keyof UploadRoom, string> = {
    unfinished: `this organization has ${room.unfinished} unfinished uploads: finish some, remove some, or wait until they expire`,
    uploads: `this organization has ${room.uploads} uploads: remove those of which the imports are created, or wait until they expire`,
    bytes: `the uploads of this organization would have more than ${room.bytes} bytes together: remove some, or wait until they expire`,
  };
  return tusRefusal({ status_code: 413, body: sentences[full] });
}

function readFilename(filename: string | null): string | null {
  if (filename === null || filename === '') return null;
  // U+FFFD also stands for bytes that are not UTF-8.
  if (filename.length > BOUNDS.uploadFilename.max || /[\p{C}/\\\ufffd]/u.test(filename)) {
    const most = BOUNDS.uploadFilename.max;
    throw tusRefusal({
      status_code: 400,
      body: `the filename in Upload-Metadata must be in UTF-8, with at most ${most} characters, no path and no controls`,
    });
  }
  return filename;
}

function bodyOf({ method, raw }: FastifyRequest): Readable | null {
  if (method !== 'PATCH' && method !== 'POST') return null;
  const blocks = raw.iterator({ destroyOnReturn: false });
  return Readable.from(blocks, { objectMode: false }).on('error', () => undefined);
}

/** Those of the protocol: what a proxy adds does not matter, since locations are relative. */
function headersOf({ headers }: FastifyRequest): Headers {
  const names = Object.keys(headers).filter((name) => /^(?:tus|upload)-|^content-(?:type|length)$/.test(name));
  return new Headers(names.map((name) => [name, String(headers[name])]));
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) {
    if (!/^(?:access-control-|content-)/.test(name)) void reply.header(name, value);
  }
  // The server of the protocol answers 403 for an offset or a length that is missing; here 403 says that a caller may not.
  void reply.status(answer.status === 403 ? 400 : answer.status);
  if (answer.status < 400) return reply.send();
  const message = (await answer.text()).trim();
  const code = answer.status === 404 || answer.status === 410 ? 'not_found' : 'invalid_request';
  return reply.type(JSON_TYPE).send(failure(code, message));
}
