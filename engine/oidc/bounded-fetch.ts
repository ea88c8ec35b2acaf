import type { CustomFetchOptions } from 'openid-client';
import { isProtectedUrl } from '../platform/config-oidc.ts';

/** Bytes of an answer that are read. */
const MAX_BYTES = 1024 * 1024;

/**
 * Calls a provider: over TLS or on this machine only, without following redirects, and for a bounded answer. The addresses come from the
 * document of the issuer, which may name other hosts. @throws Error without what was sent
 */
export async function boundedFetch(address: string, call: CustomFetchOptions): Promise<Response> {
  if (!isProtectedUrl(address)) throw new UnprotectedAddress();
  const { method, headers, body = null, signal = null } = call;
  const response = await fetch(address, { method, headers, body, signal, redirect: 'manual' });
  const content = await readBounded(response);
  return new Response(content.length === 0 ? null : content, { status: response.status, headers: response.headers });
}

/** The provider names an address that is neither https nor loopback. */
class UnprotectedAddress extends Error {
  readonly code = 'UNPROTECTED_ADDRESS';
}

/** An answer is longer than any that the sign-on needs. */
class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE';
}

async function readBounded({ body }: Response): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += block.length;
    if (bytes > MAX_BYTES) throw new AnswerTooLarge();
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}
