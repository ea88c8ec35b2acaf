import { requireNone } from '../failure.ts';
import { until } from '../until.ts';
import type { World } from '../world/world.ts';

/** Creates an export of a list. @returns its id */
export async function createExport({ api }: World, listId: number): Promise<number> {
  const { id } = await api.demand('POST', `/mailing_lists/${listId}/subscriber_exports`, { subscriber_export: {} });
  return id as number;
}

/** Waits for the end of an export, and reads its file through the API. @throws PromiseBroken unless it is finished */
export async function fileOf({ api }: World, exportId: number): Promise<string> {
  const { state, error_message } = await until(`export ${exportId} ends`, async () => {
    const { success, data } = await api.call('GET', `/subscriber_exports/${exportId}`);
    return success && ['finished', 'failed', 'cancelled'].includes(data.state as string) ? data : null;
  });
  requireNone(state === 'finished' ? [] : [`export ${exportId} is ${state}: ${error_message}`]);
  return api.text(`/subscriber_exports/${exportId}/file`);
}
