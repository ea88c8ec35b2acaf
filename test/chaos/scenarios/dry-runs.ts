import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { imbalances } from '../checks/balance.ts';
import { reportOf, subscribersOf } from '../checks/outcome.ts';
import { differences } from '../checks/same.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { until } from '../until.ts';
import { placeOf } from '../world/places.ts';

export const dryRuns: Scenario = {
  name: 'dry-runs',
  title:
    'a dry run writes no subscriber, even when its worker is killed, and shows what the import does that is started from it',
  play: async (stage) => {
    const { api, pool, figures } = stage;
    const { worker } = await stage.serve();
    const file = makeCsvFile(stage.random, { rows: stage.size === 'full' ? 20_000 : 2_000 });
    const listId = await createListFor(stage, file);
    const before = await subscribersOf(stage, listId);
    const dryRunId = await createImport(stage, listId, inline(file), { ...THOROUGH, dry_run: true });
    if (stage.size === 'full') {
      await until(
        `dry run ${dryRunId} merges`,
        async () => ((await placeOf(pool, dryRunId)) === 'merging' ? true : null),
        {
          everyMs: 5,
        },
      );
      await worker.kill();
      await stage.start('worker');
    }
    const dry = await reportOf(stage, dryRunId);
    const after = await subscribersOf(stage, listId);

    const { id } = (await api.demand('POST', `/subscriber_imports/${dryRunId}/start`)) as { id: number };
    const real = await reportOf(stage, id);
    const none = { subscribers: [], counts: null };
    requireNone([
      ...(JSON.stringify(before) === JSON.stringify(after) ? [] : [`dry run ${dryRunId} wrote subscribers`]),
      ...imbalances(file, real),
      ...differences({ ...dry, ...none }, { ...real, ...none }),
    ]);
    figures.add('dry runs compared');
  },
};
