import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { maintain } from '../../support/maintenance.ts';
import { requireSame, undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createListFor, inline, THOROUGH } from '../sources/list.ts';
import { until } from '../until.ts';
import { purgeOrphans } from '../world/purge-orphans.ts';
import type { Stage } from '../world/world.ts';

const CALLS = 100;
const MOST_DELAY_MS = 250;

/** A hundred equal calls with one Idempotency-Key, while the API is killed, create one import. */
export const repeatedCalls: Scenario = {
  name: 'repeated-calls',
  title:
    'a hundred concurrent calls with one Idempotency-Key create one import, even when the API is killed in between',
  play: async (stage) => {
    const { random, figures } = stage;
    let { api } = await stage.serve();
    const file = makeCsvFile(random, { rows: 800 });
    const expected = await undisturbed(stage, file);
    for (let round = 0; round < (stage.size === 'full' ? 5 : 1); round++) {
      const listId = await createListFor(stage, file);
      const key = randomUUID();
      const calls = Promise.all(Array.from({ length: CALLS }, () => create(stage, listId, file, key)));
      await delay(random.int(0, MOST_DELAY_MS));
      await api.kill();
      const answered = (await calls).filter((id) => id !== null);
      figures.add('kill -9 of the API: while equal calls created an import');
      api = await stage.start('api');
      const importId = await until('a call with the key is answered', () => create(stage, listId, file, key));
      if (answered.some((id) => id !== importId))
        throw new Error('Calls with one key were answered by several imports.');
      await requireOneImport(stage, listId);
      await stage.pool.query(`update subscriber_imports set created_at = now() - interval '2 hours'`);
      await maintain(stage.temporal, 'reconcile');
      await requireSame(stage, expected, { file, listId, importId });
    }
    await purgeOrphans(stage);
  },
};

/** Creates the import. @returns its id, null when no call was answered */
function create({ api }: Stage, listId: number, file: CsvFile, key: string): Promise<number | null> {
  const subscriber_import = { ...THOROUGH, file_source: inline(file) };
  const path = `/mailing_lists/${listId}/subscriber_imports`;
  const answer = api.call('POST', path, { subscriber_import }, { 'idempotency-key': key });
  return answer.then(({ success, data }) => (success ? (data as { id: number }).id : null)).catch(() => null);
}

async function requireOneImport({ pool }: Stage, listId: number): Promise<void> {
  const { rowCount } = await pool.query('select 1 from subscriber_imports where mailing_list_id = $1', [listId]);
  if (rowCount !== 1) throw new Error(`${rowCount} imports were created with one key.`);
}
