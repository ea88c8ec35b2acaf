import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag, placeOf, untilAt } from '../world/places.ts';
import type { Place } from '../world/places.ts';

export const temporalKilled: Scenario = {
  name: 'temporal-killed',
  title: 'an import ends as an undisturbed one when the Temporal server is killed and starts again on its file',
  play: async (stage) => {
    const { random, pool, figures, servers } = stage;
    await stage.serve();
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, 30);
    const places: readonly Place[] = ['scheduled', 'downloading', 'staging', 'merging', 'settling'];
    for (const place of random.shuffled(places).slice(0, stage.size === 'full' ? 5 : 1)) {
      const { importId } = await subjects.create(place);
      await untilAt(pool, importId, place);
      await delay(random.int(0, 120));
      const [found] = await Promise.all([placeOf(pool, importId), servers.killTemporal()]);
      figures.add(`kill -9 of Temporal: ${found}`);
    }
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
  },
};
