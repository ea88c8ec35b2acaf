import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ERRORS, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findUpload, insertUpload } from '../../engine/db/uploads/uploads.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { failure, JSON_TYPE } from '../http/envelope.ts';
import { API_PREFIX } from '../http/prefix.ts';
import { tusRefusal } from './tus-refusal.ts';
import { isUploadId } from './upload-id.ts';
import { createUploadLocks } from './upload-locks.ts';
import { UploadStore } from './upload-store.ts';

/** Answers calls of the tus protocol. */
export type AnswerTus = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const PATH = `${API_PREFIX}/uploads`;
/** How long a call may still read what has arrived when another one wants the upload. */
const DRAIN_MS = 500;

/** Creates the server of the tus protocol 1.0. Uploads are those of the caller's organization. */
export function createTusServer(app: FastifyInstance): AnswerTus {
  const { uploadBytes, organizationUploadsBytes } = app.config;
  const locks = createUploadLocks(app.db, app.log);
  const callers = new WeakMap<Request, FastifyRequest>();
  const faults = new WeakMap<Request, unknown>();
  const server = new Server({
    path: PATH,
    relativeLocation: true,
    datastore: new UploadStore({ db: app.db, files: app.files, locks }),
    locker: locks,
    lockDrainTimeout: DRAIN_MS,
    maxSize: uploadBytes,
    allowedOrigins: [],
    namingFunction: () => randomUUID(),
    onIncomingRequest: async (request, id) => {
      if (request.method !== 'POST') await requireOwn(id, callers.get(request));
    },
    onUploadCreate: async (request, { id, size = 0, metadata }) => {
      const filename = readFilename(metadata?.filename ?? null);
      if (size === 0) throw tusRefusal({ status_code: 400, body: 'Upload-Length must be at least 1' });
      const organizationId = callers.get(request)?.caller.organizationId ?? 0;
      const room = { unfinished: BOUNDS.unfinishedUploads.max, bytes: organizationUploadsBytes };
      if (await insertUpload(app.db, { id, organizationId, totalBytes: size, filename }, room)) {
        return { metadata: filename === null ? {} : { filename } };
      }
      throw tusRefusal({
        status_code: 413,
        body:
          `this organization has ${room.unfinished} unfinished uploads, or its uploads of the last day have ${room.bytes} ` +
          'bytes together: remove some, or wait until they expire',
      });
    },
    onResponseError: (request, error) => {
      if (!('status_code' in error)) faults.set(request, error);
      return undefined;
    },
  });

  async function requireOwn(id: string, request: FastifyRequest | undefined): Promise<void> {
    const organizationId = request?.caller.organizationId ?? 0;
    if (!isUploadId(id) || (await findUpload(app.db, id, organizationId)) === null)
      throw tusRefusal(ERRORS.FILE_NOT_FOUND);
  }

  return async (request, reply) => {
    const body = bodyOf(request);
    const { id = '' } = request.params as { id?: string };
    const call = new Request(`http://tus${PATH}${id === '' ? '' : `/${id}`}`, {
      method: request.method,
      headers: headersOf(request),
      ...(body !== null && { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
    });
    callers.set(call, request);
    try {
      const answer = await server.handleWeb(call);
      if (faults.has(call)) throw faults.get(call);
      return await send(reply, answer);
    } finally {
      // Reads no more of the body, and leaves the connection open for the answer.
      body?.destroy();
    }
  };
}

function readFilename(filename: string | null): string | null {
  if (filename === null || filename === '') return null;
  if (filename.length > BOUNDS.uploadFilename.max || /[\p{C}/\\]/u.test(filename)) {
    const most = BOUNDS.uploadFilename.max;
    throw tusRefusal({
      status_code: 400,
      body: `the filename in Upload-Metadata must have at most ${most} characters, no path and no controls`,
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
