import { setTimeout as delay } from 'node:timers/promises';
import { NO_PGBOUNCER, startPgBouncer } from '../../support/pgbouncer.ts';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag, placeOf, untilAt } from '../world/places.ts';
import type { Place } from '../world/places.ts';

export const pgbouncer: Scenario = {
  name: 'pgbouncer',
  title:
    'an import ends as an undisturbed one when API and worker reach Postgres through a PgBouncer and are killed, or it is',
  only: 'full',
  play: async (stage) => {
    const { random, pool, figures, servers } = stage;
    let pooler = await startPgBouncer(servers.databaseUrl, 'session');
    if (pooler === null) return { skipped: NO_PGBOUNCER };
    const { port, url: databaseUrl } = pooler;
    await stage.start('api', { databaseUrl });
    let worker = await stage.start('worker', { databaseUrl });
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, 30);
    const places: readonly Place[] = ['merging', 'staging', 'downloading', 'settling', 'paused', 'scheduled'];
    for (const place of random.shuffled(places)) {
      const { importId } = await subjects.create(place);
      await untilAt(pool, importId, place);
      await delay(random.int(0, 120));
      const found = await placeOf(pool, importId);
      if (random.int(0, 1) === 0) {
        await worker.kill();
        figures.add(`kill -9 of a worker behind PgBouncer: ${found}`);
        worker = await stage.start('worker', { databaseUrl });
      } else {
        await pooler?.stop();
        figures.add(`kill -9 of PgBouncer: ${found}`);
        pooler = await startPgBouncer(servers.databaseUrl, 'session', port);
      }
      if (place === 'paused') await stage.api.insist(importId, 'unpause');
    }
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
    await stage.stopRoles();
    await pooler?.stop();
    return undefined;
  },
};
