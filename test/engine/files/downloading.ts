import { expect } from 'vitest';
import { download, type Download, type DownloadOptions } from '../../../engine/files/download.ts';

/** Downloads from local servers, at most 1,000,000 bytes unless told otherwise. */
export function fetchOnce(url: string, options: Partial<DownloadOptions> = {}): Promise<Download> {
  const { signal } = new AbortController();
  return download(url, { signal, maxBytes: 1_000_000, allowPrivateUrls: true, ...options });
}

/** Returns the error of a download that must not begin. */
export async function faultOf(url: string, options: Partial<DownloadOptions> = {}): Promise<unknown> {
  return fetchOnce(url, options).then(
    () => expect.unreachable('the download began'),
    (error: unknown) => error,
  );
}

/** The whole body. */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The whole body as UTF-8. */
export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  return (await bytesOf(body)).toString();
}

/** Calls back for every chunk of the body. */
export async function eachOf(body: AsyncIterable<Uint8Array>, use: (chunk: Uint8Array) => void): Promise<void> {
  for await (const chunk of body) use(chunk);
}
