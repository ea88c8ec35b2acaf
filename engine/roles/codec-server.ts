import { createHash, timingSafeEqual } from 'node:crypto';
import type { PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BOUNDS } from '../domain/bounds.ts';
import type { PayloadSettings } from '../platform/config-payloads.ts';
import { limitConnections, timeLimits } from '../platform/http-limits.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;
const BASE64 = z.string().base64();
const BODY = z.object({
  payloads: z.array(z.object({ metadata: z.record(BASE64).optional(), data: BASE64.optional() })),
});
const REQUEST_MS = 10_000;

/**
 * The codec server of Temporal: POST /decode and POST /encode take and return `{"payloads": [...]}` in the JSON of Protobuf. The
 * Temporal UI and the `temporal` command call it. Refused are: pages of other origins (403), calls without the token if one is set
 * (401), bodies that are too large (413), and payloads that cannot be decrypted (400).
 */
export function createCodecServer(
  codec: PayloadCodec,
  { codecOrigin, codecToken }: Pick<PayloadSettings, 'codecOrigin' | 'codecToken'>,
): FastifyInstance {
  const app = Fastify({ bodyLimit: BOUNDS.codecBody.max, http: timeLimits(REQUEST_MS) });
  limitConnections(app.server);

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store').header('vary', 'origin');
    const { origin, authorization } = request.headers;
    // A browser sends the origin of a page with each POST. Tools send none.
    if (origin !== undefined && origin !== codecOrigin) {
      return reply.code(403).send({ message: 'CODEC_ORIGIN is not the origin of this page.' });
    }
    if (origin !== undefined) {
      void reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true');
    }
    if (request.method === 'OPTIONS') return;
    if (codecToken !== undefined && !isEqual(authorization ?? '', `Bearer ${codecToken}`)) {
      return reply.code(401).send({ message: 'The bearer token is missing or is not the one of CODEC_TOKEN.' });
    }
  });
  app.setErrorHandler((error: { readonly statusCode?: number; readonly message: string }, _, reply) => {
    const status = error.statusCode ?? 500;
    return reply.code(status).send({ message: status < 500 ? error.message : 'The call failed.' });
  });

  app.options('/*', (_, reply) =>
    reply
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'authorization, content-type, x-namespace')
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  );
  app.post('/decode', (request, reply) => convert(request, reply, (payloads) => codec.decode(payloads)));
  app.post('/encode', (request, reply) => convert(request, reply, (payloads) => codec.encode(payloads)));
  return app;
}

async function convert(request: FastifyRequest, reply: FastifyReply, work: PayloadCodec['decode']): Promise<object> {
  const body = BODY.safeParse(request.body);
  if (!body.success)
    return reply.code(400).send({ message: 'The body must be {"payloads": [...]}, with bytes in base64.' });
  try {
    const payloads = await work(body.data.payloads.map((payload) => PayloadMessage.fromObject(payload)));
    return {
      payloads: payloads.map((payload) => PayloadMessage.toObject(PayloadMessage.create(payload), { bytes: String })),
    };
  } catch (error) {
    return reply.code(400).send({ message: error instanceof Error ? error.message : String(error) });
  }
}

/** Compares in a time that does not depend on the texts. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
