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
    const kill = async (importId: number) => {
      const [found] = await Promise.all([placeOf(pool, importId), worker.kill()]);
      figures.add(`kill -9 of a worker: ${found}`);
      worker = await stage.start('worker');
    };
    const plan = random.shuffled(Array.from({ length: 4 }, () => PLACES).flat());
    for (const place of plan.slice(0, stage.size === 'full' ? plan.length : 4)) {
      const { importId } = await subjects.create(place);
      await untilAt(pool, importId, place);
      await delay(random.int(0, MOST_DELAY_MS));
      await kill(importId);
      if (place === 'paused') await stage.api.insist(importId, 'unpause');
    }

    // Timers of two downloads that overlap: they end before the kill, and are replayed one after the other.
    const slow = await createSubjects(stage, file, { restMs: 300 });
    const pair = await Promise.all([slow.create('downloading'), slow.create('downloading')]);
    await Promise.all(pair.map(({ importId }) => untilAt(pool, importId, 'downloading')));
    await Promise.all(pair.map(({ importId }) => stage.api.insist(importId, 'pause')));
    await kill(pair[0].importId);
    for (const { importId } of pair) await stage.api.insist(importId, 'unpause');

    await release();
    for (const each of [subjects, slow]) {
      await each.requireSame(expected);
      await each.close();
    }
  },
};

const DRAG_MS = 30;
const MOST_DELAY_MS = 120;
