import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag } from '../world/places.ts';

export const connectionsDropped: Scenario = {
  name: 'connections-dropped',
  title: 'an import ends as an undisturbed one when every connection to Postgres is dropped, again and again',
  play: async (stage) => {
    const { random, pool, figures } = stage;
    await stage.serve();
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, 30);
    const drops = stage.size === 'full' ? 15 : 4;
    for (let drop = 0; drop < drops; drop++) {
      if (drop % 3 === 0) await subjects.create('merging');
      await delay(random.int(20, 500));
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'sluice%'`,
      );
      figures.add('connections terminated', rowCount ?? 0);
    }
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
  },
};
