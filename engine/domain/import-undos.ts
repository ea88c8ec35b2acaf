import { z } from 'zod';
import type { Bound } from './bound.ts';

/** The name of this kind of job, which records about jobs of all kinds hold. */
export const IMPORT_UNDO_KIND = 'import_undo';

/** The states of an undo. */
export const IMPORT_UNDO_STATES = ['idle', 'undoing', 'paused', 'finished', 'failed', 'cancelled'] as const;

/** The outcomes of the subscribers of an import that is undone, each with a log (docs/undo.md). */
export const UNDO_OUTCOMES = [
  'removed',
  'restored',
  'restored_partly',
  'kept_changed',
  'kept_left',
  'kept_later',
  'gone',
] as const;
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number];

/** Counters next to the outcomes: subscribers that become active again, and reactions that are cancelled, or were due. */
export const UNDO_EXTRAS = ['reactivated', 'reactions_cancelled', 'reactions_due'] as const;

/** All counters of an undo. */
export const UNDO_COUNTERS = [...UNDO_OUTCOMES, ...UNDO_EXTRAS] as const;
export type UndoCounter = (typeof UNDO_COUNTERS)[number];

/** The logs of an undo: subscribers that were deleted since have no address any more. */
export const UNDO_LOGS = [...UNDO_OUTCOMES.filter((outcome) => outcome !== 'gone'), 'reactivated'] as const;

/** A validated undo as stored. */
export const importUndoOptions = z.object({ dry_run: z.boolean() });
export type ImportUndoOptions = z.infer<typeof importUndoOptions>;

/** Bounds of undos of imports. */
export const IMPORT_UNDO_BOUNDS = {
  undosPerOrganization: {
    max: 2,
    unit: 'jobs',
    beyond: 'Further undos of imports of the organization stay idle and begin in turn.',
  },
  unfinishedUndos: { max: 100, unit: 'jobs', beyond: 'A further undo of an import of the organization is refused.' },
} as const satisfies Readonly<Record<string, Bound>>;
