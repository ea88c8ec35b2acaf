import { setTimeout as delay } from 'node:timers/promises';
import { removeKept } from '../checks/leftovers.ts';
import { redoLost } from '../checks/lost-jobs.ts';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag, placeOf } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import { purgeOrphans } from '../world/purge-orphans.ts';
import type { Stage } from '../world/world.ts';

export const failover: Scenario = {
  name: 'failover',
  title:
    'every import whose row is there ends as an undisturbed one when a standby that lags takes the place of Postgres',
  only: 'full',
  play: (stage) =>
    loseTime(stage, 'failover', async () => {
      const standby = await stage.servers.followPostgres();
      return { begin: standby.cut, goBack: standby.takeOver };
    }),
};

export const restored: Scenario = {
  name: 'restored',
  title: 'every import whose row is there ends as an undisturbed one when Postgres is restored from an older copy',
  only: 'full',
  play: (stage) => loseTime(stage, 'restored', () => Promise.resolve(restoreCopy(stage, { keepTimeline: false }))),
};

export const snapshot: Scenario = {
  name: 'snapshot',
  title:
    'every import whose row is there ends as an undisturbed one when a snapshot of the disk is put back under the same Postgres',
  only: 'full',
  play: (stage) =>
    loseTime(stage, 'snapshot', () => Promise.resolve(restoreCopy(stage, { keepTimeline: true })), READ_MS),
};

/** Processes read every 5 s how far the database has come. */
const READ_MS = 6_000;

function restoreCopy({ servers }: Stage, options: { readonly keepTimeline: boolean }): Loss {
  let restore: () => Promise<void> = () => Promise.resolve();
  const begin = async () => {
    restore = await servers.copyPostgres(options);
  };
  return { begin, goBack: () => restore() };
}

/** A loss of the transactions that are committed between `begin` and `goBack`. */
interface Loss {
  readonly begin: () => Promise<void>;
  readonly goBack: () => Promise<void>;
}

/** Loses some seconds in which imports move on from every place, and others are created. */
async function loseTime(stage: Stage, name: string, prepare: () => Promise<Loss>, leastMs = 500): Promise<void> {
  const { random, pool, figures, size } = stage;
  await stage.serve();
  const file = makeCsvFile(random, { rows: 3_000 });
  const expected = await undisturbed(stage, file);
  const subjects = await createSubjects(stage, file, { restMs: 400 });
  for (let round = 0; round < (size === 'full' ? ROUNDS : 1); round++) {
    const { begin, goBack } = await prepare();
    const release = await drag(pool, 30);
    const created = await subjects.createAt(PLACES);
    const listIds = await Promise.all(LOST.map(() => createListFor(stage, file)));
    await begin();
    await Promise.all([delay(random.int(leastMs, leastMs + LOST_MS)), createLost(stage, file, listIds)]);
    const found = await Promise.all(created.map((importId) => placeOf(pool, importId)));
    await goBack();
    for (const place of found) figures.add(`${name}: ${place}`);
    await release();
    await unpause(stage, created);
    await redoLost(stage, { file, listIds, expected });
  }
  await subjects.requireSame(expected);
  await subjects.close();
  await purgeOrphans(stage);
  // Of an import whose end the database had, and whose clean-up it has lost.
  await removeKept(stage);
}

const ROUNDS = 3;
const LOST_MS = 2_500;
const PLACES: readonly Place[] = ['scheduled', 'downloading', 'staging', 'merging', 'settling', 'paused'];

/** Imports that the database will not have had: one that begins later, and one that may end. */
const LOST = [4_000, 0];

async function createLost(stage: Stage, file: CsvFile, listIds: readonly number[]): Promise<void> {
  for (const [i, listId] of listIds.entries()) {
    const begins_at = new Date(Date.now() + LOST[i]!).toISOString();
    await createImport(stage, listId, inline(file), { ...THOROUGH, begins_at });
  }
}

async function unpause({ api }: Stage, importIds: readonly number[]): Promise<void> {
  for (const importId of importIds) {
    const { state } = await api.demand('GET', `/subscriber_imports/${importId}`);
    if (state === 'paused') await api.insist(importId, 'unpause');
  }
}
