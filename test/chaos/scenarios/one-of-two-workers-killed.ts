import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag, placeOf } from '../world/places.ts';

export const oneOfTwoWorkersKilled: Scenario = {
  name: 'one-of-two-workers-killed',
  title: 'an import ends as an undisturbed one when now this, now the other one of two workers is killed',
  play: async (stage) => {
    const { random, pool, figures } = stage;
    const workers = [(await stage.serve()).worker, await stage.start('worker')];
    const file = makeCsvFile(random, { rows: 4_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, DRAG_MS);
    const kills = stage.size === 'full' ? 24 : 2;
    for (let kill = 0; kill < kills; kill++) {
      const { importId } = await subjects.create(random.pick(['merging', 'downloading']));
      await delay(random.int(100, MOST_DELAY_MS));
      const victim = random.int(0, 1);
      const [found] = await Promise.all([placeOf(pool, importId), workers[victim]!.kill()]);
      figures.add(`kill -9 of a worker: one of two, ${found}`);
      workers[victim] = await stage.start('worker');
    }
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
  },
};

const DRAG_MS = 30;
const MOST_DELAY_MS = 1_500;
