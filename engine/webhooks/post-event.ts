import { Agent, errors } from 'undici';
import { BOUNDS } from '../domain/bounds.ts';
import { AddressRefused, NoPublicAddress, TooManyInformationalAnswers } from '../files/errors.ts';
import { createGuardedConnector } from '../files/guarded-connector.ts';
import type { GuardOptions } from '../files/guarded-connector.ts';
import { limitAnswer } from '../files/limit-answer.ts';
import { isPublicAddress } from '../files/public-address.ts';
import { mistakeInWebhookUrl } from './check-url.ts';
import type { SignedMessage } from './sign-event.ts';

/** The rules for a request to an endpoint. */
export interface PostOptions {
  readonly signal: AbortSignal;
  readonly allowPrivateUrls: boolean;
  /** Milliseconds for the whole attempt. */
  readonly timeoutMs?: number;
  /** Replaces the system's resolver. */
  readonly lookup?: GuardOptions['lookup'];
}

/** The answer of an endpoint; `error` is a sentence without its URL, and null when it has taken the event. */
export interface PostResult {
  readonly status: number | null;
  readonly error: string | null;
}

/**
 * Posts a message to the URL of an endpoint, to a public address only, without following redirects. Any status of 200 to 299 takes the event.
 * @throws the signal's reason once it is aborted
 */
export async function postEvent(
  url: string,
  { body, headers }: SignedMessage,
  options: PostOptions,
): Promise<PostResult> {
  const { signal, allowPrivateUrls, timeoutMs = BOUNDS.webhookAttemptTime.max, lookup } = options;
  // The setting may have changed since the endpoint was created.
  const mistake = mistakeInWebhookUrl(url, allowPrivateUrls);
  if (mistake !== null) return { status: null, error: `The URL ${mistake}.` };

  const sockets = new AbortController();
  const isAllowedAddress = allowPrivateUrls ? null : isPublicAddress;
  const connect = createGuardedConnector({ isAllowedAddress, signal: sockets.signal, ...(lookup && { lookup }) });
  const agent = new Agent({ connect, maxHeaderSize: BOUNDS.responseHeaders.max });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { origin, pathname, search } = new URL(url);
    const response = await agent.compose(limitAnswer).request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'sluice' },
      body,
      signal: AbortSignal.any([signal, late]),
    });
    // The error of a body that is never read would end the process.
    response.body.on('error', () => undefined);
    const { statusCode } = response;
    await response.body.dump({ limit: BOUNDS.webhookAnswer.max }).catch(() => undefined);
    return { status: statusCode, error: isTaken(statusCode) ? null : refusal(statusCode) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late.aborted) return { status: null, error: `No answer within ${timeoutMs / 1000} s.` };
    return { status: null, error: sentenceOf(error) };
  } finally {
    await agent.destroy();
    sockets.abort();
  }
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

function refusal(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `Answered ${status}: redirects are not followed.` : `Answered ${status}.`;
}

/** Messages of undici may quote what was sent. */
function sentenceOf(error: unknown): string {
  if (error instanceof AddressRefused) return 'The address of the host is not public.';
  if (error instanceof NoPublicAddress) {
    return 'The name of the host was not found, or leads to an address that is not public.';
  }
  if (error instanceof TooManyInformationalAnswers) {
    return `Sent more than ${BOUNDS.informationalAnswers.max} informational answers.`;
  }
  if (error instanceof errors.ConnectTimeoutError) return 'The connection timed out.';
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';
  return `The connection failed (${code}).`;
}
