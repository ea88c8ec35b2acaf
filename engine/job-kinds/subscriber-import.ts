import { importRows } from '../db/imports/operator.ts';
import { restartImport } from '../jobs/restart-import.ts';
import { SUBSCRIBER_IMPORT } from '../jobs/subscriber-import.ts';
import type { ClientJobKind } from './job-kind.ts';

/** The import of subscribers into a mailing list. */
export const subscriberImportKind: ClientJobKind = {
  ...SUBSCRIBER_IMPORT,
  ...importRows,
  isNamedByNumber: true,
  unit: 'rows',
  page: { title: 'Import', path: '/imports' },
  states: ['scheduled', 'downloading', 'splitting', 'importing', 'paused'],
  taskActivities: { range: ['stageRange', 'stageRanges'], chunk: ['mergeChunk', 'mergeChunks'] },
  tag: {
    name: 'Subscriber imports',
    description: 'Imports of CSV files and workbooks into a list, in the background.',
  },
  route: { path: 'subscriber_imports', logField: 'importId' },
  gauge: { name: 'sluice_imports', help: 'The subscriber imports of sluice_jobs, by state and health.' },
  restart: restartImport,
  loadActivities: async () => ({
    ...(await import('../activities/subscriber-import.ts')),
    ...(await import('../activities/restart-import.ts')),
  }),
};
