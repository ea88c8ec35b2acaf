import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { z } from 'zod';
import { BOUNDS } from '../domain/bounds.ts';
import type { PayloadSettings } from '../platform/config-payloads.ts';
import { answerUnreadable, limitConnections, timeLimits } from '../platform/http-limits.ts';
import { hasSmallChunks, SMALL_CHUNKS } from '../platform/small-chunks.ts';
import { messageOf } from '../platform/errors.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;
const BASE64 = z.string().base64();
const BODY = z.object({
  payloads: z.array(z.object({ metadata: z.record(BASE64).optional(), data: BASE64.optional() })),
});
const REQUEST_MS = 10_000;

type Access = Pick<PayloadSettings, 'codecOrigins' | 'codecToken'>;

/**
 * The codec server of Temporal: POST /decode and POST /encode take and return `{"payloads": [...]}` in the JSON of Protobuf. The
 * Temporal UI and the `temporal` command call it. Refused are: pages of other origins (403), calls without the token if one is set
 * (401), bodies that are too large (413) or take longer than `requestMs` milliseconds (408),
 * and payloads that cannot be decrypted (400).
 */
export function createCodecServer(codec: PayloadCodec, access: Access, requestMs = REQUEST_MS): Server {
  const server = createServer(timeLimits(requestMs), (request, response) => {
    answer(codec, access, request, response).catch(() => response.destroy());
  });
  limitConnections(server);
  server.on('clientError', (error, socket: Socket) => answerUnreadable(error, socket, (message) => ({ message })));
  return server;
}

async function answer(
  codec: PayloadCodec,
  { codecOrigins, codecToken }: Access,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin, authorization } = request.headers;
  response.setHeader('x-content-type-options', 'nosniff').setHeader('cache-control', 'no-store');
  response.setHeader('vary', 'origin');
  // A browser sends the origin of a page with each POST. Tools send none.
  if (origin !== undefined && !codecOrigins.includes(origin)) {
    return refuse(response, 403, 'CODEC_ORIGIN does not have the origin of this page.');
  }
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin).setHeader('access-control-allow-credentials', 'true');
  }
  if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end();
  if (codecToken !== undefined && !isEqual(authorization ?? '', `Bearer ${codecToken}`)) {
    return refuse(response, 401, 'The bearer token is missing or is not the one of CODEC_TOKEN.');
  }
  const work = request.method === 'POST' ? WORK[(request.url ?? '').split('?', 1)[0] ?? ''] : undefined;
  if (work === undefined) return refuse(response, 404, 'The codec server has POST /decode and POST /encode.');
  const text = await readBody(request);
  if (text === null) return refuse(response, 413, `The body must have at most ${BOUNDS.codecBody.max} bytes.`);
  if (hasSmallChunks(request)) return refuse(response, 400, `${SMALL_CHUNKS}.`);
  const body = BODY.safeParse(parsed(text));
  if (!body.success) return refuse(response, 400, 'The body must be {"payloads": [...]}, with bytes in base64.');
  try {
    const payloads = await codec[work](body.data.payloads.map((payload) => PayloadMessage.fromObject(payload)));
    const objects = payloads.map((each) => PayloadMessage.toObject(PayloadMessage.create(each), { bytes: String }));
    send(response, 200, { payloads: objects });
  } catch (error) {
    refuse(response, 400, messageOf(error));
  }
}

const WORK: Readonly<Record<string, 'decode' | 'encode'>> = { '/decode': 'decode', '/encode': 'encode' };
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type, x-namespace',
  'access-control-max-age': '600',
};

/** The body as text; null when it is too large, of which the rest is not read. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BOUNDS.codecBody.max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  // What is left of the body is not read.
  response.setHeader('connection', 'close');
  send(response, status, { message });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Compares in a time that does not depend on the texts. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
