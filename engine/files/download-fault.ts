import { errors } from 'undici';
import { ConnectionFailed, DownloadTimedOut, DownloadTruncated, FileError } from './errors.ts';

/** Names what went wrong between us and the host. `received` is the number of body bytes so far, absent before the body. */
export function downloadFault(error: unknown, host: string, received?: number): FileError {
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
