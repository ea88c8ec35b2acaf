import { imbalances } from '../checks/balance.ts';
import { reportOf, subscribersOf } from '../checks/outcome.ts';
import { differentEntries } from '../checks/same.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { createEmptyList, createImport, inline, THOROUGH } from '../sources/list.ts';
import type { Stage } from '../world/world.ts';

/** Values depend on the address alone, so that whoever comes first, the list ends alike. */
export const sideBySide: Scenario = {
  name: 'side-by-side',
  title: 'two and ten imports into one list at once end with the subscribers of the same imports one after the other',
  play: async (stage) => {
    await stage.serve();
    await stage.start('worker');
    for (const together of stage.size === 'full' ? [2, 10] : [2, 5]) {
      const files = Array.from({ length: together }, (_, i) =>
        makeCsvFile(stage.random.fork(String(i)), { rows: 1_500, prefix: `s${i % 3}`, isConsistent: true }),
      );
      const inTurn = await createEmptyList(stage);
      for (const file of files) await importAndCheck(stage, inTurn, file);
      const atOnce = await createEmptyList(stage);
      const added = await Promise.all(files.map((file) => importAndCheck(stage, atOnce, file)));

      const [expected, actual] = await Promise.all([subscribersOf(stage, inTurn), subscribersOf(stage, atOnce)]);
      const total = added.reduce((sum, n) => sum + n, 0);
      requireNone([
        ...differentEntries('the subscribers', sameCase(expected), sameCase(actual)),
        ...(total === actual.length
          ? []
          : [`${total} rows count as added, but there are ${actual.length} subscribers`]),
      ]);
      stage.figures.add('imports into one list at once', together);
    }
  },
};

/** @returns how many subscribers it added */
async function importAndCheck(stage: Stage, listId: number, file: CsvFile): Promise<number> {
  const settings = { ...THOROUGH, deactivate_subscribers_not_in_import: false, max_deactivated: undefined };
  const outcome = await reportOf(stage, await createImport(stage, listId, inline(file), settings));
  requireNone(outcome.detail.state === 'finished' ? [] : [`an import is ${outcome.detail.state}`]);
  requireNone(imbalances(file, outcome));
  stage.figures.add('imports compared');
  stage.figures.add('rows compared', file.rows.length);
  return outcome.detail.stats.subscribers['added'] ?? 0;
}

/** An address is written as its first import writes it. */
function sameCase(subscribers: readonly string[]): string[] {
  return subscribers.map((line) => line.toLowerCase());
}
