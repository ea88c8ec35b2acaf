import type { Bound } from './bound.ts';

const MEBIBYTE = 1024 * 1024;

/** Bounds of what the API has in addition to the specification. */
export const EXTENSION_BOUNDS = {
  analyzedBytes: {
    max: MEBIBYTE,
    unit: 'bytes',
    beyond: 'An analysis reads the beginning of the source only, and estimates the number of records.',
  },
  analysisTime: { max: 10_000, unit: 'ms', beyond: 'The analysis is refused: the server of the URL is too slow.' },
  analysisWork: {
    max: 300,
    unit: 'ms',
    beyond: 'The analysis ends its sample and estimates from the rows that it has read.',
  },
  runningAnalyses: {
    max: 2,
    unit: 'calls',
    beyond:
      'In each API process, further analyses of the organization wait; of all organizations together, four times as many run.',
  },
  idempotencyKey: { max: 255, unit: 'characters', beyond: 'The call is refused with 400.' },
  waitingAnalyses: { max: 10, unit: 'calls', beyond: 'The call is answered with 429 and Retry-After.' },
} as const satisfies Record<string, Bound>;
