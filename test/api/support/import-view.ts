import type { SubscriberImportView } from '../../../machines/subscriber-import-view.ts';

/** What the workflow of an import answers half-way. */
export const HALF_WAY: SubscriberImportView = {
  state: 'importing',
  health: 'ok',
  error_message: null,
  number_of_records: 10,
  records_imported: 4,
  counters: { added: 3, failed: 1 },
  unchanged: 2,
  progress: { ranges: [1, 1], chunks: [1, 2] },
  parked: [],
};
