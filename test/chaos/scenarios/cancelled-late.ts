import { setTimeout as delay } from 'node:timers/promises';
import { requireNone } from '../failure.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { subscribersOf } from '../checks/outcome.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline } from '../sources/list.ts';
import { until } from '../until.ts';
import { drag, placeOf } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

export const cancelledLate: Scenario = {
  name: 'cancelled-late',
  title:
    'a cancel that races the last chunk is either answered, and no row changes any more, or refused, and all are there',
  play: async (stage) => {
    const { random, pool } = stage;
    await stage.serve();
    const release = await drag(pool, 20);
    for (let wave = 0; wave < (stage.size === 'full' ? 5 : 2); wave++) {
      await Promise.all(Array.from({ length: 6 }, (_, i) => raceOnce(stage, random.fork(`${wave}/${i}`))));
    }
    await release();
  },
};

async function raceOnce(stage: Stage, random: Random): Promise<void> {
  const { api, pool, figures } = stage;
  const file = makeCsvFile(random, { rows: 1_600 });
  const listId = await createListFor(stage, file);
  const importId = await createImport(stage, listId, inline(file));
  await until(`import ${importId} is near its end`, () => isNearEnd(stage, importId), { everyMs: 5 });
  await delay(random.int(0, MOST_DELAY_MS));
  const { success, error_message } = await api.insist(importId, 'cancel');
  const answered = await subscribersOf(stage, listId);
  const detail = await api.untilEnded(importId);
  figures.add(`cancels near the end: ${success ? 'answered' : 'refused'}`);

  const { number_of_records: records, records_imported: imported } = detail.stats;
  const expected = success ? 'cancelled' : 'finished';
  await until(`the workflow of import ${importId} ends`, async () => {
    const { status } = await stage.temporal.workflow.getHandle(`subscriber-import/${importId}`).describe();
    return status.name === 'COMPLETED' || null;
  });
  const later = await subscribersOf(stage, listId);
  requireNone([
    ...(detail.state === expected ? [] : [`import ${importId} is ${detail.state} after "${error_message ?? 'done'}"`]),
    ...(success || imported === records ? [] : [`import ${importId} finished with ${imported} of ${records} rows`]),
    ...(JSON.stringify(answered) === JSON.stringify(later)
      ? []
      : [`rows changed after the cancel of import ${importId}`]),
    ...((await placeOf(pool, importId)) === 'ended' ? [] : [`import ${importId} has no end`]),
  ]);
}

const MOST_DELAY_MS = 3_000;

/** All but two of its chunks are merged. */
async function isNearEnd({ pool }: Stage, importId: number): Promise<true | null> {
  const { rows } = await pool.query<{ near: boolean }>(
    `select count(*) > 0 and count(*) filter (where merged_at is null) <= 2 as near
       from import_chunks where subscriber_import_id = $1`,
    [importId],
  );
  return rows[0]?.near === true || null;
}
