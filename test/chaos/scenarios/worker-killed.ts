import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag, placeOf, PLACES, untilAt } from '../world/places.ts';

/** Each blow is meant for an import at one place, and hits all the others that are under way. */
export const workerKilled: Scenario = {
  name: 'worker-killed',
  title: 'an import ends as an undisturbed one when its only worker is killed, wherever it is',
  play: async (stage) => {
    const { random, pool, figures } = stage;
    let { worker } = await stage.serve();
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, DRAG_MS);
    const plan = random.shuffled(Array.from({ length: 4 }, () => PLACES).flat());
    for (const place of plan.slice(0, stage.size === 'full' ? plan.length : 4)) {
      const { importId } = await subjects.create(place);
      await untilAt(pool, importId, place);
      await delay(random.int(0, MOST_DELAY_MS));
      const [found] = await Promise.all([placeOf(pool, importId), worker.kill()]);
      figures.add(`kill -9 of a worker: ${found}`);
      worker = await stage.start('worker');
      if (place === 'paused') await stage.api.insist(importId, 'unpause');
    }
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
  },
};

const DRAG_MS = 30;
const MOST_DELAY_MS = 120;
