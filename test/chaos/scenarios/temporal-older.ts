import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { deleteList, untilDeleted } from '../sources/deletions.ts';
import { createSubjects } from '../sources/subject.ts';
import { until } from '../until.ts';
import { drag, placeOf, untilAt } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

/** A copy as old as that is older than the timers of the maintenance. */
const AGE_MS = { short: 10_000, full: 55_000 };

export const temporalOlder: Scenario = {
  name: 'temporal-older',
  title:
    'every job goes on within two minutes when Temporal is restored from an older copy, and ends as an undisturbed one',
  only: 'full',
  play: (stage) => loseHistory(stage, { isEmptied: false }),
};

export const temporalEmpty: Scenario = {
  name: 'temporal-empty',
  title: 'every job goes on within two minutes when the data of Temporal are gone, and ends as an undisturbed one',
  only: 'full',
  play: (stage) => loseHistory(stage, { isEmptied: true }),
};

/** Jobs begin before the copy and after it; then Temporal has its state of then, or none. */
async function loseHistory(stage: Stage, { isEmptied }: { isEmptied: boolean }): Promise<void> {
  const { random, pool, figures, servers } = stage;
  await stage.serve();
  const file = makeCsvFile(random, { rows: 3_000 });
  const expected = await undisturbed(stage, file);
  const subjects = await createSubjects(stage, file, { restMs: 400 });
  const release = await drag(pool, 60);
  const begun = await subjects.create('paused');
  await untilAt(pool, begun.importId, 'paused');
  const restore = await servers.copyTemporal();
  await delay(AGE_MS[stage.size]);

  const atPlaces = await subjects.createAt(PLACES);
  const paused = atPlaces.filter((_, i) => PLACES[i] === 'paused');
  const list = await deleteList(stage);
  const found = await Promise.all([begun.importId, ...atPlaces].map((importId) => placeOf(pool, importId)));
  await (isEmptied ? servers.emptyTemporal() : restore());
  for (const place of found) figures.add(`${isEmptied ? 'Temporal emptied' : 'older Temporal'}: ${place}`);

  await release();
  for (const importId of [begun.importId, ...paused]) await unpause(stage, importId);
  await subjects.requireSame(expected);
  await untilDeleted(stage, list);
  await subjects.close();
}

const PLACES: readonly Place[] = ['paused', 'downloading', 'staging', 'merging', 'scheduled'];

/** Until it is taken by a run that knows of the pause. */
async function unpause({ api }: Stage, importId: number): Promise<void> {
  await until(
    `import ${importId} is unpaused`,
    async () => {
      const { success } = await api.call('POST', `/subscriber_imports/${importId}/unpause`);
      return success || null;
    },
    { everyMs: 500 },
  );
}
