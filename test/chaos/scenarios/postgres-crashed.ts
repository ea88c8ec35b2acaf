import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag, placeOf, untilAt } from '../world/places.ts';
import type { Place } from '../world/places.ts';

export const postgresCrashed: Scenario = {
  name: 'postgres-crashed',
  title: 'an import ends as an undisturbed one when Postgres is stopped at once and its UNLOGGED staging is emptied',
  play: async (stage) => {
    const { random, pool, figures, servers } = stage;
    await stage.serve();
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, 30);
    const places: readonly Place[] = ['merging', 'staging', 'settling', 'scanning', 'downloading', 'merging'];
    for (const place of random.shuffled(places.slice(0, stage.size === 'full' ? 6 : 1))) {
      const { importId } = await subjects.create(place);
      await untilAt(pool, importId, place);
      await delay(random.int(0, 120));
      const found = await placeOf(pool, importId);
      await servers.crashPostgres();
      figures.add(`crash of Postgres: ${found}`);
    }
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
  },
};
