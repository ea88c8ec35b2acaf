import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { imbalances } from '../checks/balance.ts';
import { reportOf, subscribersOf } from '../checks/outcome.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';

export const guarded: Scenario = {
  name: 'guarded',
  title:
    'a guard pauses an import before it does harm, whenever its worker is killed, and lets it pass when a person says so',
  play: async (stage) => {
    const { api, figures } = stage;
    const { worker } = await stage.serve();
    const file = makeCsvFile(stage.random, { rows: 2_000 });
    const listId = await createListFor(stage, file);
    const before = await subscribersOf(stage, listId);
    const settings = { ...THOROUGH, max_failed_records: '1%', max_deactivated: 0 };
    const importId = await createImport(stage, listId, inline(file), settings);
    const untilPausedBy = (guard: string) =>
      api.untilImport(importId, ({ state, pause_reason: reason }) => state === 'paused' && `${reason}`.includes(guard));

    await untilPausedBy('max_failed_records');
    await worker.kill();
    await stage.start('worker');
    await untilPausedBy('max_failed_records');
    const untouched = await subscribersOf(stage, listId);
    await api.insist(importId, 'unpause');
    await untilPausedBy('max_deactivated');
    const statuses = await deactivatedOf(stage, listId);
    await api.insist(importId, 'unpause');
    const report = await reportOf(stage, importId);
    requireNone([
      ...(JSON.stringify(before) === JSON.stringify(untouched)
        ? []
        : ['subscribers were written before the first guard']),
      ...(statuses === 0 ? [] : [`${statuses} subscribers were deactivated before the second guard`]),
      ...((await deactivatedOf(stage, listId)) > 0 ? [] : ['no subscriber was deactivated after the second guard']),
      ...(report.detail.state === 'finished' ? [] : [`import ${importId} is ${report.detail.state}`]),
      ...imbalances(file, report),
    ]);
    figures.add('guards passed', 2);
  },
};

/** Subscribers that this import has deactivated: those that were before have another time. */
async function deactivatedOf({ pool }: Parameters<Scenario['play']>[0], listId: number): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::integer as n from subscribers
      where mailing_list_id = $1 and status = 'deactivated' and remove_time > '2020-01-02'`,
    [listId],
  );
  return rows[0]?.n ?? 0;
}
