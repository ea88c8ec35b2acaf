import type { SubscriberExportFaultType } from '../../machines/subscriber-export.ts';
import { exportRows } from '../db/exports/operator.ts';
import { SUBSCRIBER_EXPORT_BOUNDS } from '../domain/subscriber-export-bounds.ts';
import { SUBSCRIBER_EXPORT } from '../jobs/subscriber-export.ts';
import type { ClientJobKind } from './job-kind.ts';

/** The export of a mailing list's subscribers into a file. */
export const subscriberExportKind: ClientJobKind = {
  ...SUBSCRIBER_EXPORT,
  ...exportRows,
  unit: 'subscribers exported',
  page: { title: 'Export', path: '/exports' },
  states: ['idle', 'estimating', 'exporting', 'paused'],
  bounds: SUBSCRIBER_EXPORT_BOUNDS,
  ownFaults: ['ExportTooLarge', 'RowsMissing'] satisfies readonly SubscriberExportFaultType[],
  tag: { name: 'Subscriber exports', description: 'CSV files of the subscribers of a list.' },
  loadActivities: () => import('../activities/subscriber-export.ts'),
};
