import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, errors } from 'undici';
import { BOUNDS } from '../domain/bounds.ts';
import {
  ConnectionFailed,
  DownloadRejected,
  DownloadTimedOut,
  DownloadTooSlow,
  DownloadTruncated,
  EncodingRefused,
  FileError,
  FileTooLarge,
  TooManyRedirects,
  UrlRefused,
} from './errors.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { limitAnswer } from './limit-answer.ts';
import { isPublicAddress } from './public-address.ts';
import { untilAborted } from './until-aborted.ts';

/** Limits of a download. */
export interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly allowPrivateUrls: boolean;
  readonly maxRedirects?: number;
  /** Minimum bytes per second in each window; 0 or unset: no minimum. */
  readonly minBytesPerSecond?: number;
  /** Milliseconds of a window. */
  readonly speedWindowMs?: number;
  /** Replaces the rule for which addresses may be connected to. */
  readonly isAllowedAddress?: (address: string) => boolean;
  /** Replaces the system's resolver. */
  readonly lookup?: LookupFunction;
}

/** A download whose headers have arrived. */
export interface Download {
  /** The bytes as sent, to be read once. The connection stays open until the body ends or fails, or the signal aborts. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The Content-Length; null when the server sent none. */
  readonly contentLength: number | null;
  /** Closes the connection, also of a body that nothing has read. */
  close(): Promise<void>;
}

interface Response {
  readonly host: string;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Dispatcher.ResponseData['body'];
}

const REDIRECTS = [301, 302, 303, 307, 308];
/** Longest silence before and within an answer; some servers compute an export before they answer. */
const SILENCE_MS = 300_000;
const MAX_REDIRECTS = BOUNDS.redirects.max;

/**
 * Starts an HTTP(S) download, following redirects.
 * @throws FileError, or the signal's reason once it is aborted; so does the body.
 */
export async function download(url: string, options: DownloadOptions): Promise<Download> {
  const { signal, maxBytes } = options;
  signal.throwIfAborted();
  const connection = openConnection(options);
  try {
    const response = await follow(connection.server, parseUrl(url), options);
    const contentLength = announcedBytes(response);
    if (contentLength !== null && contentLength > maxBytes) throw new FileTooLarge(maxBytes);
    const { close } = connection;
    return { body: readBody(response, options, close), contentLength, close };
  } catch (error) {
    await connection.close();
    throw signal.aborted ? signal.reason : error;
  }
}

function openConnection(options: DownloadOptions): { server: Dispatcher; close: () => Promise<void> } {
  const { allowPrivateUrls, isAllowedAddress = allowPrivateUrls ? null : isPublicAddress, lookup } = options;
  const { minBytesPerSecond = 0, speedWindowMs = BOUNDS.speedWindow.max } = options;
  const sockets = new AbortController();
  const connect = createGuardedConnector({ isAllowedAddress, signal: sockets.signal, ...(lookup && { lookup }) });
  const agent = new Agent({
    connect,
    headersTimeout: SILENCE_MS,
    bodyTimeout: minBytesPerSecond === 0 ? SILENCE_MS : speedWindowMs,
    maxHeaderSize: BOUNDS.responseHeaders.max,
  });

  const onAbort = () => void close();
  const close = async () => {
    options.signal.removeEventListener('abort', onAbort);
    await agent.destroy();
    sockets.abort();
  };
  options.signal.addEventListener('abort', onAbort, { once: true });
  return { server: agent.compose(limitAnswer), close };
}

async function follow(server: Dispatcher, first: URL, options: DownloadOptions): Promise<Response> {
  const { signal, maxRedirects = MAX_REDIRECTS } = options;
  let { url, authorization } = splitCredentials(first);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { statusCode, headers, body } = await request(server, url, authorization, signal);
    if (statusCode >= 200 && statusCode < 300 && statusCode !== 206) return { host: url.hostname, headers, body };
    body.destroy();

    const { location } = headers;
    if (!REDIRECTS.includes(statusCode) || typeof location !== 'string') {
      throw new DownloadRejected(url.hostname, statusCode);
    }
    const next = splitCredentials(parseUrl(location, url));
    // Credentials belong to the origin they were given for; a redirect to another origin must not get them.
    authorization = next.authorization ?? (next.url.origin === url.origin ? authorization : null);
    url = next.url;
  }
  throw new TooManyRedirects(maxRedirects);
}

async function request(server: Dispatcher, url: URL, authorization: string | null, signal: AbortSignal) {
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'sluice' };
  try {
    const response = await server.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: authorization === null ? headers : { ...headers, authorization },
      signal,
    });
    // The error of a body that is never read would end the process.
    response.body.on('error', () => undefined);
    return response;
  } catch (error) {
    throw downloadFault(error, url.hostname);
  }
}

/** The parser's own error carries the whole URL, and is therefore not kept as a cause. */
function parseUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new UrlRefused('it is not a valid URL');
  const url = new URL(text, base);
  if (!['http:', 'https:'].includes(url.protocol)) throw new UrlRefused('only http and https are supported');
  return url;
}

function splitCredentials(given: URL): { url: URL; authorization: string | null } {
  const url = new URL(given);
  url.username = '';
  url.password = '';
  if (given.username === '' && given.password === '') return { url, authorization: null };
  try {
    const credentials = `${decodeURIComponent(given.username)}:${decodeURIComponent(given.password)}`;
    return { url, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  } catch {
    throw new UrlRefused('its user name or password is not correctly percent-encoded');
  }
}

/** Some servers compress in spite of the request; a body of gzip is unpacked later, like any file of gzip. */
const TAKEN_ENCODINGS: readonly unknown[] = ['identity', 'gzip', 'x-gzip'];

function announcedBytes({ host, headers }: Response): number | null {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !TAKEN_ENCODINGS.includes(encoding)) throw new EncodingRefused(host);
  const length = headers['content-length'];
  return typeof length === 'string' ? Number(length) : null;
}

async function* readBody(
  response: Response,
  { signal, maxBytes, minBytesPerSecond = 0, speedWindowMs = BOUNDS.speedWindow.max }: DownloadOptions,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, void> {
  let received = 0;
  const body = requireSpeed(response.body as AsyncIterable<Uint8Array>, {
    bytesPerSecond: minBytesPerSecond,
    windowMs: speedWindowMs,
    tooSlow: () => new DownloadTooSlow(response.host, minBytesPerSecond, speedWindowMs / 1000),
  });
  try {
    for await (const chunk of untilAborted(body, signal)) {
      received += chunk.byteLength;
      if (received > maxBytes) throw new FileTooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : downloadFault(error, response.host, received);
  } finally {
    await close();
  }
}

/** Converts an error of undici; `received` is the number of body bytes so far, undefined before the body. */
function downloadFault(error: unknown, host: string, received?: number): FileError {
  if (error instanceof FileError) return error;
  if (isTimeout(error)) return new DownloadTimedOut(host, { cause: error });
  if (received !== undefined) return new DownloadTruncated(host, received, { cause: error });
  return new ConnectionFailed(host, codeOf(error), { cause: error });
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}

/** The slowest that a source may be. */
interface MinimumSpeed {
  readonly bytesPerSecond: number;
  /** Milliseconds of waiting for the source after which its speed is checked. */
  readonly windowMs: number;
  readonly tooSlow: () => Error;
}

/**
 * Yields the chunks of a source while it is fast enough. Counts only the time spent waiting for the source, not the time of
 * the reader; a silent source is the concern of another timeout. @throws what `tooSlow` makes
 */
async function* requireSpeed(
  source: AsyncIterable<Uint8Array>,
  { bytesPerSecond, windowMs, tooSlow }: MinimumSpeed,
): AsyncGenerator<Uint8Array, void, void> {
  let waitedMs = 0;
  let bytes = 0;
  let requestedAt = performance.now();
  for await (const chunk of source) {
    waitedMs += performance.now() - requestedAt;
    bytes += chunk.byteLength;
    if (waitedMs >= windowMs) {
      if (bytes < (bytesPerSecond * waitedMs) / 1000) throw tooSlow();
      waitedMs = 0;
      bytes = 0;
    }
    yield chunk;
    requestedAt = performance.now();
  }
}
