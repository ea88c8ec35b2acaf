import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { until } from '../until.ts';
import { drag, placeOf, progressOf } from '../world/places.ts';
import type { Place } from '../world/places.ts';

export const zombie: Scenario = {
  name: 'zombie',
  title:
    'an import ends as an undisturbed one when its worker stands still, another takes the work, and the first goes on',
  only: 'full',
  play: async (stage) => {
    const { random, pool, figures, say } = stage;
    const ofAll = (read: typeof placeOf | typeof progressOf, ids: readonly number[]) =>
      Promise.all(ids.map((importId) => read(pool, importId)));
    const { worker } = await stage.serve();
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file, { restMs: 400 });
    const release = await drag(pool, 60);
    const created = await subjects.createAt(PLACES);
    process.kill(worker.pid, 'SIGSTOP');
    const [found, before] = await Promise.all([ofAll(placeOf, created), ofAll(progressOf, created)]);
    for (const place of found) figures.add(`a worker that stood still: ${place}`);
    await stage.start('worker', {});
    const began = Date.now();
    for (const [i, importId] of created.entries()) {
      const goesOn = async () => (await progressOf(pool, importId)) !== before[i] || null;
      await until(`import ${importId}, which was ${found[i]}, goes on`, goesOn, { limitMs: FROZEN_MS });
      say(`The import that was ${found[i]} went on within ${((Date.now() - began) / 1000).toFixed(0)} s`);
    }
    await delay(began + FROZEN_MS - Date.now());
    process.kill(worker.pid, 'SIGCONT');
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
  },
};

/** Longer than the heartbeats of every activity wait. */
const FROZEN_MS = 60_000;
const PLACES: readonly Place[] = ['downloading', 'staging', 'merging', 'scheduled'];
