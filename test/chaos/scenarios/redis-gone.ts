import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag } from '../world/places.ts';
import { startRedis } from '../world/redis.ts';

export const redisGone: Scenario = {
  name: 'redis-gone',
  title: 'every call is answered and an import ends as an undisturbed one while Redis is killed and comes back',
  play: async (stage) => {
    const { random, pool, figures, api } = stage;
    const redis = await startRedis(join(stage.dir, 'redis'));
    if (redis === null) return { skipped: 'no redis-server is on PATH' };
    await Promise.all([stage.start('api', { redisUrl: redis.url }), stage.start('worker')]);
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, 30);
    for (let kill = 0; kill < (stage.size === 'full' ? 5 : 2); kill++) {
      const { importId } = await subjects.create('merging');
      await callWhile(importId, random.int(50, 500));
      await redis.kill();
      figures.add('kill -9 of Redis');
      await callWhile(importId, random.int(300, 1_500));
      await redis.start();
    }
    await release();
    await subjects.requireSame(expected);
    await Promise.all([subjects.close(), redis.kill()]);
    return undefined;

    async function callWhile(importId: number, milliseconds: number): Promise<void> {
      const end = Date.now() + milliseconds;
      while (Date.now() < end) {
        const { success, error_message } = await api.call('GET', `/subscriber_imports/${importId}`);
        requireNone(success ? [] : [`A call without Redis was answered ${error_message}.`]);
        figures.add('calls while Redis came and went');
        await delay(20);
      }
    }
  },
};
