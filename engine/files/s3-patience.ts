/** Bounds of the waits for a service of S3 that says nothing. */
export interface S3Patience {
  /** Tries of a call, with growing waits between them; then the activity or the client tries again. */
  readonly tries: number;
  /** Tries after which a call fails when the last one met silence. */
  readonly silentTries: number;
  readonly connectMs: number;
  /** Maximum time up to the head of an answer; 0: as long as the connection may be silent. */
  readonly answerMs: number;
  /** Maximum time for which a connection may be silent; it may end up to 3 s earlier when it is 9 s or more. */
  readonly silentMs: number;
  /** Maximum time for which a connection may be silent during a copy within the service. */
  readonly copyMs: number;
  /** Time between questions during a copy, and up to the answer of each: two in a row without an answer end the copy. */
  readonly askMs: number;
  /** Time without a byte after which an interrupted read fails, whatever tries it has left. */
  readonly readMs: number;
  /** Whether a failed write ends before its parts are removed, which then happens in the background. */
  readonly removesLater: boolean;
}

/**
 * Patience of jobs, with which a service works that takes 15 s for an answer. Their activities fail after 40 s of silence, and after 20 s
 * of it within a file, so that a diagnosis names it within a minute, and are tried again.
 */
export const PATIENCE_OF_JOBS: S3Patience = {
  tries: 3,
  silentTries: 2,
  connectMs: 5_000,
  answerMs: 0,
  silentMs: 20_000,
  copyMs: 20_000,
  askMs: 20_000,
  readMs: 15_000,
  removesLater: false,
};

/**
 * Patience of calls of the API, which fail within 15 s: two tries and the wait between them. Only a copy of a large file, during which
 * a service may say nothing, has the time that jobs have, as long as the service answers other questions.
 */
export const PATIENCE_OF_CALLS: S3Patience = {
  tries: 2,
  silentTries: 2,
  connectMs: 5_000,
  answerMs: 5_000,
  silentMs: 5_000,
  copyMs: 20_000,
  askMs: 4_000,
  readMs: 4_000,
  removesLater: true,
};

/**
 * Patience of the FTP server, whose clients have sent all of a file when it is put into the bucket, and wait: one silence of 10 s. Slow
 * bytes are none, and clients send the file again by themselves.
 */
export const PATIENCE_OF_FTP: S3Patience = {
  ...PATIENCE_OF_CALLS,
  tries: 3,
  silentTries: 1,
  answerMs: 0,
  silentMs: 10_000,
};

/** From this timeout on the SDK begins to count so much later, and then counts all of it. */
const COUNTS_LATER = { fromMs: 6_000, byMs: 3_000 };

/** The `socketTimeout` of the SDK that ends a silence after so many milliseconds at most. */
export function socketTimeoutOf(silentMs: number): number {
  const { fromMs, byMs } = COUNTS_LATER;
  return silentMs < fromMs ? silentMs : Math.max(fromMs - 1, silentMs - byMs);
}
