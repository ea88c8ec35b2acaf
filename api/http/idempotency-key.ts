import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findClaimedKey } from '../../engine/db/idempotency/claimed-keys.ts';
import type { ClaimedKey } from '../../engine/db/idempotency/claimed-keys.ts';
import { KeyClaimed } from '../../engine/db/idempotency/key-claim.ts';
import type { KeyClaim } from '../../engine/db/idempotency/key-claim.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { KeyReused, UnreadableKey } from './errors.ts';

/** Answers to a call that creates a record, and to its repetitions. */
export interface OnceAnswers<Data> {
  /** Creates the record, and claims the key in the same transaction. @throws KeyClaimed */
  readonly create: (claim: KeyClaim | null) => Promise<Data>;
  /** Makes the first answer again, from what was created. */
  readonly again: (created: ClaimedKey) => Promise<Data>;
}

/**
 * Answers a call that may carry the header Idempotency-Key: within 24 hours the key creates one record, and further calls
 * with the same body get the first answer again. Refused calls keep no key.
 * @throws KeyReused when the key came with another path or body; UnreadableKey
 */
export async function answerOnce<Data>(
  request: FastifyRequest,
  reply: FastifyReply,
  { create, again }: OnceAnswers<Data>,
): Promise<Data> {
  const claim = await claimOf(request);
  if (claim === null) return create(null);
  for (;;) {
    const claimed = await findClaimedKey(request.pool, claim);
    if (claimed !== null) {
      if (!claimed.isSameRequest) throw new KeyReused();
      void reply.header('idempotency-replayed', 'true');
      return again(claimed);
    }
    try {
      return await create(claim);
    } catch (error) {
      // A concurrent call was faster: what it has created can be read now.
      if (!(error instanceof KeyClaimed)) throw error;
    }
  }
}

/** Printable characters of ASCII; the draft of the header has quotes around them, which are no part of the key. */
const KEY = /^[!-~](?:[ -~]*[!-~])?$/;

async function claimOf(request: FastifyRequest): Promise<KeyClaim | null> {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return null;
  const text = Array.isArray(sent) ? sent.join() : sent;
  const key = /^".*"$/.test(text) ? text.slice(1, -1) : text;
  if (key.length > BOUNDS.idempotencyKey.max || !KEY.test(key)) throw new UnreadableKey(BOUNDS.idempotencyKey.max);
  return { organizationId: request.caller.organizationId, key, requestHash: await hashOf(request) };
}

async function hashOf({ method, url, body, longText }: FastifyRequest): Promise<Buffer> {
  const hash = createHash('sha256').update(`${method} ${url}\n`);
  const json = JSON.stringify(body ?? null);
  // The placeholder of a long text is another one in each call.
  hash.update(longText === null ? json : json.replace(longText.placeholder, ''));
  if (longText !== null) for await (const slice of longText.text.read()) hash.update(slice);
  return hash.digest();
}
