import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { suppressedAddressImportMachine } from '../../../../machines/suppressed-address-import.ts';
import charts from '../../../state-chart/charts/suppressed-address-import.json' with { type: 'json' };
import type { Charts } from '../../../state-chart/chart.ts';
import type { ConsoleKind } from '../../job-kind.ts';
import { jobName } from './name.ts';

type Row = components['schemas']['SuppressedAddressImport'];

const path = (id: number) => ({ params: { path: { id } } });

/** The import of addresses that get no reactions. */
export const kind: ConsoleKind<Row> = {
  name: 'suppressed_address_import',
  ...jobName,
  unit: { one: 'row', many: 'rows' },
  machine: suppressedAddressImportMachine,
  charts: charts as unknown as Charts,
  read: (client, id) => dataOf(client.GET('/suppressed_address_imports/{id}', path(id))),
  record: (row) => ({
    listId: null,
    listName: 'Suppressed addresses',
    state: row.state,
    subject: row.name,
    isDryRun: false,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    errorMessage: row.error_message,
    pauseReason: null,
    done: row.stats.added + row.stats.failed + row.stats.skipped_duplicate,
    total: row.stats.number_of_records,
  }),
  activity: (client, id) => dataOf(client.GET('/suppressed_address_imports/{id}/activity', path(id))),
  commands: {
    pause: (client, id) => dataOf(client.POST('/suppressed_address_imports/{id}/pause', path(id))),
    unpause: (client, id) => dataOf(client.POST('/suppressed_address_imports/{id}/unpause', path(id))),
    cancel: (client, id) => dataOf(client.POST('/suppressed_address_imports/{id}/cancel', path(id))),
  },
};
