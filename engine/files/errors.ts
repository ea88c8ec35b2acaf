import { BOUNDS } from '../domain/bounds.ts';
import { SluiceError } from '../platform/errors.ts';

/**
 * Base of the faults of files and downloads. The message may stand in an import's `error_message`: it names a host at
 * most, never a URL's path, query or credentials. `retryable` says whether a later attempt can end differently.
 */
export class FileError extends SluiceError {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options: { cause?: unknown } = {}) {
    super(retryable ? 'internal_error' : 'invalid_request', message, options);
    this.retryable = retryable;
  }
}

/** The source holds more than `maxBytes`. */
export class FileTooLarge extends FileError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than the limit of ${mebibytes(maxBytes)}.`, false);
    this.maxBytes = maxBytes;
  }
}

/** Nothing is stored under the key or name. */
export class FileMissing extends FileError {
  constructor(name: string, options: { cause?: unknown } = {}) {
    super(`The file ${name} does not exist.`, false, options);
  }
}

/** A file of the upload directory has changed all the time that was waited for it to rest. */
export class FileStillWritten extends FileError {
  constructor(name: string, seconds: number) {
    super(`The file ${name} was still being written after ${seconds} s. ${WHEN_COMPLETE}`, false);
  }
}

/** A file of the upload directory is not the one any more whose copying began. */
export class FileChanged extends FileError {
  constructor(name: string) {
    super(`The file ${name} changed while it was copied. ${WHEN_COMPLETE}`, false);
  }
}

const WHEN_COMPLETE = 'Write it under another name, rename it when it is complete, and import it then.';

/**
 * The service that keeps the files cannot be reached, or refuses: its code, such as `SlowDown` or `ECONNREFUSED`. This is no
 * FileError: it says nothing of a file or a URL, and work that meets it is retried until the service is back.
 */
export class FileStoreDown extends SluiceError {
  readonly reason: string;
  /** Whether the same call may work soon: a refusal such as `AccessDenied` or `NoSuchBucket` lasts until an operator acts. */
  readonly isTransient: boolean;

  /** @param options.status the HTTP status of a service that has answered */
  constructor(reason: string, { status, ...options }: { cause?: unknown; status?: number | undefined } = {}) {
    super('internal_error', `The file store failed (${reason}).`, options);
    this.reason = reason;
    this.isTransient = TRANSIENT.test(reason) || (status !== undefined && (status >= 500 || status === 429));
  }
}

/** Codes of connections, such as `ECONNRESET`, and of a service that is busy. */
const TRANSIENT = /^(?:E[A-Z_]+|SlowDown)$/;

/** The URL, or one it redirects to, cannot be downloaded from at all. */
export class UrlRefused extends FileError {
  constructor(reason: string) {
    super(`The URL cannot be downloaded: ${reason}.`, false);
  }
}

/** The host is an address that is not on the public internet. */
export class AddressRefused extends FileError {
  constructor(address: string) {
    super(`The URL cannot be downloaded: the address of ${address} is not public.`, false);
  }
}

/**
 * The host is a name without a public address. One sentence for a name that does not exist and for one of the operator's
 * network: a client must not learn which names there are.
 */
export class NoPublicAddress extends FileError {
  constructor(name: string, { retryable, cause }: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(
      `The URL cannot be downloaded: the name ${name} was not found, or leads to an address that is not public.`,
      retryable,
      { cause },
    );
  }
}

/** More redirects than allowed. */
export class TooManyRedirects extends FileError {
  constructor(maxRedirects: number) {
    super(`The download was redirected more than ${maxRedirects} times.`, false);
  }
}

/** The server compressed the body despite `accept-encoding: identity`. */
export class EncodingRefused extends FileError {
  constructor(host: string) {
    super(`The server ${host} sent the file compressed in another way than gzip, which is not supported.`, false);
  }
}

/** The server answered with something else than the whole file. */
export class DownloadRejected extends FileError {
  readonly status: number;

  constructor(host: string, status: number) {
    super(`The server ${host} answered with status ${status}.`, true);
    this.status = status;
  }
}

/** No connection, or one that broke before the answer. */
export class ConnectionFailed extends FileError {
  constructor(host: string, code: string, options: { cause?: unknown } = {}) {
    super(`The connection to ${host} failed (${code}).`, true, options);
  }
}

/** The server sent informational answers (status 1xx) in place of one. */
export class TooManyInformationalAnswers extends FileError {
  constructor(host: string) {
    super(`The server ${host} sent more than ${BOUNDS.informationalAnswers.max} informational answers.`, true);
  }
}

/** The server stayed silent for too long. */
export class DownloadTimedOut extends FileError {
  constructor(host: string, options: { cause?: unknown } = {}) {
    super(`The server ${host} did not respond in time.`, true, options);
  }
}

/** The server sent too little for too long. */
export class DownloadTooSlow extends FileError {
  constructor(host: string, bytesPerSecond: number, seconds: number) {
    super(`The server ${host} sent less than ${bytesPerSecond} bytes a second for ${seconds} s.`, true);
  }
}

/** The body ended before all of it had arrived. */
export class DownloadTruncated extends FileError {
  readonly receivedBytes: number;

  constructor(host: string, receivedBytes: number, options: { cause?: unknown } = {}) {
    super(`The download from ${host} was interrupted after ${receivedBytes} bytes.`, true, options);
    this.receivedBytes = receivedBytes;
  }
}

function mebibytes(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.round(bytes / 1_048_576)} MiB` : `${bytes} bytes`;
}
