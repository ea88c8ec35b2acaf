import type { SubscriberImportView } from '../../../machines/subscriber-import-view.ts';
import type { TestApi } from './build.ts';
import { createImport, setImport } from './import-rows.ts';

/** View of an import's workflow half-way. */
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

/** Creates an import that began long ago, of which no command is known; commands are answered as done. @returns its id */
export async function beginImport(api: TestApi, listId: number): Promise<number> {
  const {
    data: { id },
  } = await createImport(api, listId);
  await setImport(api, id, { begins_at: '2026-01-01T00:00:00Z' });
  api.jobs.commands.length = 0;
  api.jobs.outcomes = ['done'];
  api.jobs.reachable = true;
  api.jobs.onCommand = () => Promise.resolve();
  return id;
}

/** Has the workflow of an import answer what it would half-way, apart from what is given. */
export function setView(api: TestApi, id: number, view: Partial<SubscriberImportView> = {}): void {
  api.jobs.views.set(`subscriber-import/${id}`, { ...HALF_WAY, ...view });
}
