import type { Bound } from './bound.ts';

const KIBIBYTE = 1024;

/** Bounds of downloads of sources. */
export const DOWNLOAD_BOUNDS = {
  downloadTime: {
    max: 900_000,
    unit: 'ms',
    beyond: 'The import fails: the server did not finish in time.',
    setting: 'DOWNLOAD_TIMEOUT_MS',
  },
  downloadSpeed: {
    max: KIBIBYTE,
    unit: 'bytes a second',
    beyond: 'The download fails when its server sends less than this for a minute; there are three attempts in all.',
    setting: 'DOWNLOAD_MIN_BYTES_PER_SECOND',
  },
  speedWindow: {
    max: 60_000,
    unit: 'ms',
    beyond: 'The period over which the speed is measured; a download without a byte in it fails.',
  },
  responseHeaders: { max: 16 * KIBIBYTE, unit: 'bytes', beyond: 'The download fails and is tried again.' },
  informationalAnswers: {
    max: 100,
    unit: 'messages',
    beyond:
      'The download fails and is tried again; the attempt of a webhook has failed. These are answers of status 1xx.',
  },
  answerChunks: {
    max: 100_000,
    unit: 'chunks a second',
    beyond: 'A download, or an answer to an event, in chunks of less than 1 KiB on average is read no faster.',
  },
  redirects: { max: 5, unit: 'redirects', beyond: 'The import fails.' },
} as const satisfies Readonly<Record<string, Bound>>;
