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
