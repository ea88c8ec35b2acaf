import { z } from 'zod/v4';
import type { ImportUndo } from '../../engine/db/import-undos/import-undos.ts';
import { IMPORT_UNDO_STATES, UNDO_COUNTERS, UNDO_EXTRAS, UNDO_OUTCOMES } from '../../engine/domain/import-undos.ts';
import type { UndoCounter } from '../../engine/domain/import-undos.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';
import { progressRecord } from '../jobs/progress.ts';

const counts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, whole])) as Record<Name, typeof whole>);

/** An undo of an import as the API shows it. */
export const importUndoRecord = z
  .object({
    id: whole,
    subscriber_import_id: whole,
    mailing_list_id: whole,
    mailing_list_name: z.string(),
    state: z.enum(IMPORT_UNDO_STATES),
    dry_run: z.boolean().describe('Whether subscribers are counted only, and none is written.'),
    error_message: z.string().nullable(),
    created_at: renderedTime,
    started_at: renderedTime.nullable(),
    finished_at: renderedTime.nullable(),
    progress: progressRecord.optional().describe('Only in the answer for one unfinished undo.'),
    stats: z.object({
      number_of_subscribers: whole
        .nullable()
        .describe('Subscribers that the import added, changed or deactivated; null until the undo begins.'),
      subscribers_undone: whole.describe('Subscribers that have an outcome.'),
      outcomes: counts(UNDO_OUTCOMES).describe('Numbers of subscribers by outcome; each has one.'),
      ...counts(UNDO_EXTRAS).shape,
    }),
  })
  .meta({
    id: 'ImportUndo',
    examples: [
      {
        ...{ id: 1, subscriber_import_id: 1, mailing_list_id: 1, mailing_list_name: 'News', state: 'finished' },
        ...{ dry_run: false, error_message: null, created_at: '2026-03-02T09:30:24Z' },
        ...{ started_at: '2026-03-02T09:30:24Z', finished_at: '2026-03-02T09:30:24Z' },
        stats: {
          ...{ number_of_subscribers: 3, subscribers_undone: 3 },
          outcomes: {
            ...{ removed: 2, restored: 0, restored_partly: 0, kept_changed: 1, kept_left: 0, kept_later: 0, gone: 0 },
          },
          ...{ reactivated: 0, reactions_cancelled: 0, reactions_due: 0 },
        },
      },
    ],
  });

/** An undo as the database knows it, which is as far as its last slice. */
export function renderUndo(row: ImportUndo, timeZone: string): Rendered<typeof importUndoRecord> {
  return {
    id: row.id,
    subscriber_import_id: row.importId,
    mailing_list_id: row.mailingListId,
    mailing_list_name: row.mailingListName,
    state: row.state,
    dry_run: row.options.dry_run,
    error_message: row.errorMessage,
    created_at: renderTime(row.createdAt, timeZone),
    started_at: renderOptionalTime(row.startedAt, timeZone),
    finished_at: renderOptionalTime(row.finishedAt, timeZone),
    stats: {
      number_of_subscribers: row.total,
      subscribers_undone: row.undone,
      outcomes: pick(UNDO_OUTCOMES, row.counters),
      ...pick(UNDO_EXTRAS, row.counters),
    },
  };
}

/** An undo as it was answered when it was created, whatever has happened since. */
export function renderNewUndo(row: ImportUndo, timeZone: string): Rendered<typeof importUndoRecord> {
  const untouched = { errorMessage: null, startedAt: null, finishedAt: null, total: null, undone: 0 };
  const counters = Object.fromEntries(UNDO_COUNTERS.map((name) => [name, 0])) as ImportUndo['counters'];
  return renderUndo({ ...row, ...untouched, counters, state: 'idle' }, timeZone);
}

function pick<Name extends UndoCounter>(names: readonly Name[], counters: ImportUndo['counters']) {
  return Object.fromEntries(names.map((name) => [name, counters[name]])) as Record<Name, number>;
}
