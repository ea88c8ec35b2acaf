import { route } from '../http/route.ts';

const VERSION = { 'Tus-Resumable': { description: 'The version of the protocol.', example: '1.0.0' } };
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

const tag = 'Extensions';

/** Uploads in parts, which a client continues after a broken connection at any API process. */
export default [
  route({
    method: 'POST',
    path: '/uploads',
    operationId: 'createUpload',
    permission: 'subscriber.import',
    tag,
    summary: 'Begins an upload by the protocol tus 1.0.',
    description: 'The header Location of the answer has the path of the upload; its last part is the id.',
    headers: { ...VERSION, 'Upload-Length': { description: 'The bytes of the file.', example: '1048576' } },
    statuses: { 201: 'The upload was begun.', 412: GONE[412], 413: TAKEN[413] },
    handle: (request, _input, reply) => request.server.receiveTus(request, reply),
  }),
  route({
    // Not in the document, which has no HEAD: the summary of the next one names it.
    method: 'HEAD',
    path: '/uploads/:id',
    operationId: 'getUploadOffset',
    permission: 'subscriber.import',
    tag,
    summary: 'Answers with Upload-Offset, where the next part of an upload begins.',
    headers: VERSION,
    statuses: { 200: 'The upload can be continued.', ...GONE },
    handle: (request, _input, reply) => request.server.answerTus(request, reply),
  }),
  route({
    method: 'PATCH',
    path: '/uploads/:id',
    operationId: 'continueUpload',
    permission: 'subscriber.import',
    tag,
    summary: 'Sends a part of an upload; HEAD answers with Upload-Offset, where the next part begins.',
    bodyType: 'application/offset+octet-stream',
    headers: { ...VERSION, 'Upload-Offset': { description: 'Where the part begins.', example: '0' } },
    statuses: { 204: 'The part was received up to the Upload-Offset of the answer.', ...GONE, ...TAKEN },
    handle: (request, _input, reply) => request.server.receiveTus(request, reply),
  }),
  route({
    method: 'DELETE',
    path: '/uploads/:id',
    operationId: 'deleteUpload',
    permission: 'subscriber.import',
    tag,
    summary: 'Removes an upload. Imports that were created from it keep their file.',
    headers: VERSION,
    statuses: { 204: 'The upload was removed.', ...GONE },
    handle: (request, _input, reply) => request.server.answerTus(request, reply),
  }),
];
