import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { importUndoMachine } from '../../../../machines/import-undo.ts';
import charts from '../../../state-chart/charts/import-undo.json' with { type: 'json' };
import type { Charts } from '../../../state-chart/chart.ts';
import type { ConsoleKind } from '../../job-kind.ts';
import { ImportUndoDetails } from './details.tsx';
import { jobName } from './name.ts';
import { ImportUndoResult } from './result.tsx';

type Row = components['schemas']['ImportUndo'];

const path = (id: number) => ({ params: { path: { id } } });

/** The undo of an import. */
export const kind: ConsoleKind<Row> = {
  name: 'import_undo',
  ...jobName,
  unit: { one: 'subscriber', many: 'subscribers' },
  machine: importUndoMachine,
  charts: charts as unknown as Charts,
  read: (client, id) => dataOf(client.GET('/import_undos/{id}', path(id))),
  record: (row) => ({
    listId: row.mailing_list_id,
    listName: row.mailing_list_name,
    state: row.state,
    subject: `undo of import ${row.subscriber_import_id}`,
    isDryRun: row.dry_run,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    errorMessage: row.error_message,
    pauseReason: null,
    done: row.stats.subscribers_undone,
    total: row.stats.number_of_subscribers,
  }),
  activity: (client, id) => dataOf(client.GET('/import_undos/{id}/activity', path(id))),
  commands: {
    pause: (client, id) => dataOf(client.POST('/import_undos/{id}/pause', path(id))),
    unpause: (client, id) => dataOf(client.POST('/import_undos/{id}/unpause', path(id))),
    cancel: (client, id) => dataOf(client.POST('/import_undos/{id}/cancel', path(id))),
  },
  Result: ImportUndoResult,
  Details: ImportUndoDetails,
};
