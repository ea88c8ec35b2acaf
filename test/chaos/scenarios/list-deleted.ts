import { setTimeout as delay } from 'node:timers/promises';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline } from '../sources/list.ts';
import { until } from '../until.ts';
import { drag } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

export const listDeleted: Scenario = {
  name: 'list-deleted',
  title: 'the deletion of a list ends its imports and leaves no row of it, wherever they are',
  play: async (stage) => {
    const { random, pool } = stage;
    await stage.serve();
    const release = await drag(pool, 20);
    const lists = Array.from({ length: stage.size === 'full' ? 6 : 2 }, (_, i) =>
      raceOnce(stage, random.fork(String(i))),
    );
    await Promise.all(lists);
    await release();
  },
};

async function raceOnce(stage: Stage, random: Stage['random']): Promise<void> {
  const file = makeCsvFile(random, { rows: 1_500 });
  const listId = await createListFor(stage, file);
  const imports = [];
  for (let i = 0; i < 3; i++) imports.push(await createImport(stage, listId, inline(file)));
  await delay(random.int(0, MOST_DELAY_MS));
  const path = `/mailing_lists/${listId}`;
  const { delete_confirmation_code: code } = await stage.api.demand('GET', `${path}/delete_confirmation_code`);
  await stage.api.demand('DELETE', `${path}/confirmed/${code}`);
  stage.figures.add('lists deleted during three imports each');

  const late = await stage.api.call('POST', `${path}/subscriber_imports`, { subscriber_import: {} });
  requireNone(late.error_code === 'not_found' ? [] : [`A deleted list answers ${late.error_code} to an import.`]);
  await until(`list ${listId} is gone`, async () => {
    const { status } = await stage.temporal.workflow.getHandle(`list-deletion/${listId}`).describe();
    return status.name === 'COMPLETED' || null;
  });
  requireNone(await remains(stage, listId, imports));
}

const MOST_DELAY_MS = 2_500;

async function remains({ pool }: Stage, listId: number, imports: readonly number[]): Promise<string[]> {
  const { rows } = await pool.query<{ sentence: string }>(
    `select n || ' subscribers of deleted list ' || $1 || ' are left' as sentence
       from (select count(*) as n from subscribers where mailing_list_id = $1) s where n > 0
      union all
     select 'import ' || id || ' into deleted list ' || $1 || ' is ' || state
       from subscriber_imports where id = any ($2) and state not in ('finished', 'cancelled')`,
    [listId, imports],
  );
  return rows.map(({ sentence }) => sentence);
}
