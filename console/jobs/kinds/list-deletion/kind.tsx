import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { listDeletionMachine } from '../../../../machines/list-deletion.ts';
import charts from '../../../state-chart/charts/list-deletion.json' with { type: 'json' };
import type { Charts } from '../../../state-chart/chart.ts';
import type { ConsoleKind } from '../../job-kind.ts';
import { jobName } from './name.ts';

type Row = components['schemas']['MailingListDeletion'];

const path = (id: number) => ({ params: { path: { id } } });

/** The deletion of a mailing list. */
export const kind: ConsoleKind<Row> = {
  name: 'list_deletion',
  ...jobName,
  unit: { one: 'subscriber', many: 'subscribers' },
  machine: listDeletionMachine,
  charts: charts as unknown as Charts,
  read: (client, id) => dataOf(client.GET('/mailing_lists/{id}/deletion', path(id))),
  record: (row) => ({
    listId: null,
    listName: row.mailing_list_name,
    state: row.state,
    subject: null,
    isDryRun: false,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    errorMessage: row.error_message,
    pauseReason: null,
    done: row.stats.subscribers_deleted,
    total: row.stats.number_of_subscribers,
  }),
  activity: (client, id) => dataOf(client.GET('/mailing_lists/{id}/deletion/activity', path(id))),
  commands: {
    pause: (client, id) => dataOf(client.POST('/mailing_lists/{id}/deletion/pause', path(id))),
    unpause: (client, id) => dataOf(client.POST('/mailing_lists/{id}/deletion/unpause', path(id))),
  },
};
