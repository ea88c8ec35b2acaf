import { requireNone } from '../failure.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline } from '../sources/list.ts';
import type { World } from '../world/world.ts';
import { imbalances } from './balance.ts';
import { outcomeOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { differences } from './same.ts';

/** Imports a file while nothing is broken. @throws PromiseBroken when even that does not balance */
export async function undisturbed(world: World, file: CsvFile): Promise<Outcome> {
  const listId = await createListFor(world, file);
  const outcome = await outcomeOf(world, listId, await createImport(world, listId, inline(file)));
  requireNone(outcome.detail.state === 'finished' ? [] : [`an undisturbed import is ${outcome.detail.state}`]);
  requireNone(imbalances(file, outcome));
  return outcome;
}

/** Waits for the end of a disturbed import. @throws PromiseBroken unless it ends as the undisturbed one */
export async function requireSame(
  world: World,
  expected: Outcome,
  { file, listId, importId }: { file: CsvFile; listId: number; importId: number },
): Promise<void> {
  const actual = await outcomeOf(world, listId, importId);
  const broken = [...imbalances(file, actual), ...differences(expected, actual)];
  requireNone(broken.map((sentence) => `Import ${importId}: ${sentence}.`));
  world.figures.add('imports compared');
  world.figures.add('rows compared', file.rows.length);
  world.figures.add('slices in which they were merged', await slicesOf(world, importId));
}

async function slicesOf({ pool }: World, importId: number): Promise<number> {
  const { rows } = await pool.query<{ slices: number }>(
    `select coalesce(sum(slices), 0)::int as slices from import_chunks where subscriber_import_id = $1`,
    [importId],
  );
  return rows[0]?.slices ?? 0;
}
