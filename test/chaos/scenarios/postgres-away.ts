import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag, untilAt } from '../world/places.ts';
import type { Place } from '../world/places.ts';

export const postgresAway: Scenario = {
  name: 'postgres-away',
  title: 'imports go on by themselves, and end as undisturbed ones, when Postgres was away for as long as a soak lasts',
  only: 'asked',
  play: async (stage) => {
    const { random, pool, figures, servers, minutes } = stage;
    await stage.serve();
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, 300);
    const places: readonly Place[] = ['merging', 'staging', 'downloading'];
    await Promise.all(places.map(async (place) => untilAt(pool, (await subjects.create(place)).importId, place)));
    const startAgain = await servers.stopPostgres();
    await delay(minutes * 60_000);
    await startAgain();
    const backAt = performance.now();
    await release();
    await subjects.requireSame(expected);
    figures.add('minutes without Postgres', minutes);
    figures.add('seconds after it until all imports had ended', Math.round((performance.now() - backAt) / 1000));
    await subjects.close();
  },
};
