import type { Bound } from './bound.ts';

const KIBIBYTE = 1024;

/** Bounds of segments. */
export const SEGMENT_BOUNDS = {
  segmentClauses: { max: 200, unit: 'entries', beyond: 'The segment is refused.' },
  segmentText: { max: 64 * KIBIBYTE, unit: 'bytes', beyond: 'The segment is refused.' },
  segmentDescription: { max: 4_000, unit: 'characters', beyond: 'The description ends in "…".' },
  segmentDepth: { max: 10, unit: 'levels', beyond: 'The segment is refused.' },
} as const satisfies Readonly<Record<string, Bound>>;
