import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireSame } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline } from '../sources/list.ts';
import { purgeOrphans } from '../world/purge-orphans.ts';
import { maintain } from '../../support/maintenance.ts';
import { until } from '../until.ts';
import type { Stage } from '../world/world.ts';

/** An import whose caller never got an answer exists whole or not at all. */
export const apiKilled: Scenario = {
  name: 'api-killed',
  title:
    'an import whose API is killed while it is created, or between its row and its workflow, is whole or was never there',
  play: async (stage) => {
    const { random, figures } = stage;
    const { api } = await stage.serve();
    const file = makeCsvFile(random, { rows: 1_500 });
    const expected = await undisturbed(stage, file);
    const lists: number[] = [];
    for (let i = 0; i < (stage.size === 'full' ? 6 : 2); i++) lists.push(await createListFor(stage, file));
    const unstarted = await createListFor(stage, file);
    await api.kill();

    await killBetweenRowAndWorkflow(stage, unstarted, file);
    for (const listId of lists) {
      const doomed = await stage.start('api');
      const creating = createImport(stage, listId, inline(file)).catch(() => null);
      await delay(random.int(0, MOST_DELAY_MS));
      await doomed.kill();
      await creating;
      figures.add('kill -9 of the API: while it created an import');
    }
    await stage.start('api');
    await sweepOld(stage);

    const { rows } = await stage.pool.query<{ id: number; mailing_list_id: number }>(
      'select id, mailing_list_id from subscriber_imports where mailing_list_id = any ($1)',
      [[unstarted, ...lists]],
    );
    for (const { id, mailing_list_id } of rows) {
      await requireSame(stage, expected, { file, listId: mailing_list_id, importId: id });
    }
    figures.add('imports that a killed API had begun', rows.length);
    await purgeOrphans(stage);
  },
};

const MOST_DELAY_MS = 250;

/** An API whose Temporal does not answer gets as far as the row. */
async function killBetweenRowAndWorkflow(stage: Stage, listId: number, file: CsvFile): Promise<void> {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const api = await stage.start('api', { temporalAddress: `127.0.0.1:${port}` });
  const creating = createImport(stage, listId, inline(file)).catch(() => null);
  await until('the row is there', async () => {
    const { rowCount } = await stage.pool.query('select 1 from subscriber_imports where mailing_list_id = $1', [
      listId,
    ]);
    return rowCount === 1 || null;
  });
  await api.kill();
  await creating;
  silent.close();
  stage.figures.add('kill -9 of the API: between row and workflow');
}

/** The sweep leaves rows alone that may belong to a request under way, so these are made older than that. */
async function sweepOld({ pool, temporal }: Stage): Promise<void> {
  await pool.query(`update subscriber_imports set created_at = now() - interval '2 hours' where finished_at is null`);
  await maintain(temporal, 'reconcile');
}
