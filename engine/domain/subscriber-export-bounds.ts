import type { Bound } from './bound.ts';

const GIBIBYTE = 1024 ** 3;

/** Bounds of subscriber exports. */
export const SUBSCRIBER_EXPORT_BOUNDS = {
  exportsPerOrganization: {
    max: 2,
    unit: 'jobs',
    beyond: 'Further exports of the organization stay idle and begin in turn.',
  },
  unfinishedExports: { max: 100, unit: 'jobs', beyond: 'A further export of the organization is refused.' },
  exportFiles: {
    max: 10 * GIBIBYTE,
    unit: 'bytes',
    beyond: 'An export of the organization that does not fit fails, until files of earlier exports expire.',
  },
} as const satisfies Readonly<Record<string, Bound>>;
