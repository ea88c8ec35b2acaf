import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { TooManyCalls } from '../../http/errors.ts';
import { createFairQueue, QueueFull } from '../../http/fair-queue.ts';
import { described } from '../../openapi/operation.ts';
import { createTusServer } from '../tus-server.ts';
import type { AnswerTus } from '../tus-server.ts';

const VERSION = { 'Tus-Resumable': { description: 'The version of the protocol.', example: '1.0.0' } };
const PART = 'application/offset+octet-stream';
const GONE = {
  404: 'There is no such upload of the organization.',
  410: 'The upload has expired.',
  412: 'The header Tus-Resumable is missing.',
  423: 'Another call sends a part of the upload.',
};
const TAKEN = {
  409: 'Upload-Offset is not where the next part begins.',
  413: 'The upload is too large, or the organization has no room for it.',
};

const create = described('createUpload', {
  tag: 'Extensions',
  summary: 'Begins an upload by the protocol tus 1.0.',
  description: 'The header Location of the answer has the path of the upload; its last part is the id.',
  headers: { ...VERSION, 'Upload-Length': { description: 'The bytes of the file.', example: '1048576' } },
  statuses: { 201: 'The upload was begun.', 412: GONE[412], 413: TAKEN[413] },
});
const append = described('continueUpload', {
  tag: 'Extensions',
  summary: 'Sends a part of an upload; HEAD answers with Upload-Offset, where the next part begins.',
  bodyType: PART,
  headers: { ...VERSION, 'Upload-Offset': { description: 'Where the part begins.', example: '0' } },
  statuses: { 204: 'The part was received up to the Upload-Offset of the answer.', ...GONE, ...TAKEN },
});
const remove = described('deleteUpload', {
  tag: 'Extensions',
  summary: 'Removes an upload. Imports that were created from it keep their file.',
  headers: VERSION,
  statuses: { 204: 'The upload was removed.', ...GONE },
});

/** Uploads in parts, which a client continues after a broken connection at any API process. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  let server: AnswerTus | null = null;
  // The settings are not there yet where the routes are only described.
  const answer: AnswerTus = (request, reply) => (server ??= createTusServer(app))(request, reply);
  const queue = createFairQueue({
    slots: Infinity,
    slotsPerKey: BOUNDS.runningUploads.max,
    waitingPerKey: BOUNDS.waitingUploads.max,
  });
  // Bodies are read by the handler, as they arrive.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));

  app.post('/uploads', create, receive);
  app.head('/uploads/:id', answer);
  app.patch('/uploads/:id', append, receive);
  app.delete('/uploads/:id', remove, answer);
  done();

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // The call waits for its client most of the time: the organization's other calls do not wait for its end.
    request.share?.leave();
    // Without an answer: clients of the protocol continue after a broken connection, but not after a refusal.
    const closing = setTimeout(() => request.raw.destroy(), app.config.requestTimeoutMs * PART_OF_TIMEOUT);
    try {
      return await queue.run(String(request.caller.organizationId), () => answer(request, reply));
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new TooManyCalls('too many parts of uploads of this organization wait', RETRY_SECONDS);
    } finally {
      clearTimeout(closing);
    }
  }
}

/** A part that takes longer ends before the server would refuse it with 408. */
const PART_OF_TIMEOUT = 0.9;
const RETRY_SECONDS = 5;
