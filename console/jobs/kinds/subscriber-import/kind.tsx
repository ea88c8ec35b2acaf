import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { subscriberImportMachine } from '../../../../machines/subscriber-import.ts';
import charts from '../../../state-chart/charts/subscriber-import.json' with { type: 'json' };
import type { Charts } from '../../../state-chart/chart.ts';
import type { ConsoleKind } from '../../job-kind.ts';
import { SubscriberImportDetails } from './details.tsx';
import { ImportResult } from './result.tsx';
import { jobName } from './name.ts';

type Row = components['schemas']['SubscriberImport'];

const path = (id: number) => ({ params: { path: { id } } });

/** The import of subscribers into a list. */
export const kind: ConsoleKind<Row> = {
  name: 'subscriber_import',
  ...jobName,
  unit: { one: 'row', many: 'rows' },
  machine: subscriberImportMachine,
  charts: charts as unknown as Charts,
  read: (client, id) => dataOf(client.GET('/subscriber_imports/{id}', path(id))),
  record: (row) => ({
    listId: row.mailing_list_id,
    listName: row.mailing_list_name,
    state: row.state,
    subject: row.file_source.type === 'json' ? null : (row.file_source.filename ?? row.file_source.url ?? null),
    isDryRun: row.dry_run,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    errorMessage: row.error_message,
    pauseReason: row.pause_reason,
    done: row.stats.records_imported,
    total: row.stats.number_of_records,
  }),
  activity: (client, id) => dataOf(client.GET('/subscriber_imports/{id}/activity', path(id))),
  commands: {
    pause: (client, id) => dataOf(client.POST('/subscriber_imports/{id}/pause', path(id))),
    unpause: (client, id) => dataOf(client.POST('/subscriber_imports/{id}/unpause', path(id))),
    cancel: (client, id) => dataOf(client.POST('/subscriber_imports/{id}/cancel', path(id))),
  },
  events: (id) => `/subscriber_imports/${id}/events`,
  Result: ImportResult,
  Details: SubscriberImportDetails,
};
