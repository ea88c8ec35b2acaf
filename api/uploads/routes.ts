import { route } from '../http/route.ts';

const VERSION = { 'Tus-Resumable': { description: 'The version of the protocol.', example: '1.0.0' } };
const GONE = {
  404: 'There is no such upload of the organization.',
  410: 'The upload has expired.',
  412: 'The header Tus-Resumable is missing.',
  423: 'Another call is writing to the upload.',
};
const TAKEN = {
  409: 'Upload-Offset does not equal the number of bytes received.',
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
    summary: 'Creates an upload with the tus 1.0 protocol.',
    description: 'The Location header of the answer is the path of the upload, which ends with its id.',
    headers: { ...VERSION, 'Upload-Length': { description: 'The bytes of the file.', example: '1048576' } },
    statuses: { 201: 'The upload was created.', 412: GONE[412], 413: TAKEN[413] },
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
    summary: 'Appends bytes to an upload. HEAD returns Upload-Offset, where the next bytes begin.',
    bodyType: 'application/offset+octet-stream',
    headers: { ...VERSION, 'Upload-Offset': { description: 'Offset of the first byte that is sent.', example: '0' } },
    statuses: { 204: 'The bytes were received up to the Upload-Offset of the answer.', ...GONE, ...TAKEN },
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
