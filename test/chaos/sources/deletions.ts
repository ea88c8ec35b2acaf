import { until } from '../until.ts';
import type { Stage } from '../world/world.ts';
import { makeCsvFile } from './csv-file.ts';
import { createImport, createListFor, inline } from './list.ts';

/** Makes a list with subscribers. @returns what deletes it */
export async function prepareDeletion(stage: Stage): Promise<{ readonly listId: number; begin(): Promise<void> }> {
  const { api, random } = stage;
  const file = makeCsvFile(random, { rows: 1_500 });
  const listId = await createListFor(stage, file);
  await api.untilEnded(await createImport(stage, listId, inline(file)));
  const path = `/mailing_lists/${listId}`;
  const { delete_confirmation_code: code } = await api.demand('GET', `${path}/delete_confirmation_code`);
  return { listId, begin: async () => void (await api.demand('DELETE', `${path}/confirmed/${code}`)) };
}

/** Waits until a list that is being deleted is gone. */
export async function untilDeleted({ pool }: Stage, listId: number): Promise<void> {
  await until(`list ${listId} is deleted`, async () => {
    const { rows } = await pool.query('select from list_deletions where mailing_list_id = $1 and finished_at is null', [
      listId,
    ]);
    return rows.length === 0 || null;
  });
}
