import type { Bound } from './bound.ts';

const MEBIBYTE = 1024 * 1024;

/** Bounds of the corrections of failed rows. */
export const WORKLIST_BOUNDS = {
  worklistRows: {
    max: 200_000,
    unit: 'entries',
    beyond: 'Further failed rows of the import are not in its worklist, which says how many they are.',
  },
  worklistBytes: {
    max: 64 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'The same; the texts of the rows count.',
  },
  worklistsOfOrganization: {
    max: 1024 * MEBIBYTE,
    unit: 'bytes',
    beyond:
      'The same, and further corrections are refused, until the logs of earlier imports of the organization expire; rows and corrections count.',
  },
  worklistGroups: {
    max: 200,
    unit: 'entries',
    beyond: 'Rows with further reasons are in one group of other reasons.',
  },
  worklistValues: { max: 20, unit: 'entries', beyond: 'A group names its most frequent cells.' },
  worklistValue: {
    max: 200,
    unit: 'characters',
    beyond: 'A longer cell is not among the frequent cells of its group.',
  },
  worklistColumnName: { max: 200, unit: 'characters', beyond: 'The worklist has the beginning of the name.' },
  correctionBytes: {
    max: 64 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'A further correction of rows of the import is refused.',
  },
  rowCorrection: { max: 262_144, unit: 'bytes', beyond: 'The correction of the row is refused.' },
} as const satisfies Record<string, Bound>;
