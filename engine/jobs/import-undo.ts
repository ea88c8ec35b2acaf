import type { ImportUndoInput } from '../../machines/import-undo.ts';
import { IMPORT_UNDO_KIND } from '../domain/import-undos.ts';
import type { StartableUndo } from '../db/import-undos/unfinished.ts';
import type { JobStart } from './start-job.ts';

/** The names of this kind of job, and the commands that its machine takes. */
export const IMPORT_UNDO = {
  name: IMPORT_UNDO_KIND,
  workflowType: 'importUndo',
  idPrefix: 'import-undo',
  commands: ['pause', 'unpause', 'cancel', 'retry', 'fail'],
} as const;

/** The workflow id of an undo: one undo is one workflow, however often it is started. */
export function importUndoWorkflowId(undoId: number, workflowIdPrefix: string): string {
  return `${workflowIdPrefix}${IMPORT_UNDO.idPrefix}/${undoId}`;
}

/** Returns the start of the workflow of an undo, for a row that is committed. */
export function importUndoStart(
  { id, jobKey, organizationId, mailingListId, importId }: StartableUndo,
  workflowIdPrefix: string,
): JobStart {
  const input: ImportUndoInput = { undoId: id };
  return {
    workflowType: IMPORT_UNDO.workflowType,
    workflowId: importUndoWorkflowId(id, workflowIdPrefix),
    ...{ jobKey, input, state: 'idle', organizationId, mailingListId },
    summary: `Undo ${id} of subscriber import ${importId} of mailing list ${mailingListId}`,
    details: `Commands: ${IMPORT_UNDO.commands.join(', ')}.`,
  };
}
