import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { createSubjects } from '../sources/subject.ts';
import type { Subjects } from '../sources/subject.ts';
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
  play: (stage) =>
    loseTime(stage, 'restored', () => {
      let restore: () => Promise<void> = () => Promise.resolve();
      const begin = async () => {
        restore = await stage.servers.copyPostgres();
      };
      return Promise.resolve({ begin, goBack: () => restore() });
    }),
};

/** What is committed between `begin` and `goBack` is lost. */
interface Loss {
  readonly begin: () => Promise<void>;
  readonly goBack: () => Promise<void>;
}

/** Loses some seconds in which imports move on from every place, and others are created. */
async function loseTime(stage: Stage, name: string, prepare: () => Promise<Loss>): Promise<void> {
  const { random, pool, figures, size } = stage;
  await stage.serve();
  const file = makeCsvFile(random, { rows: 3_000 });
  const expected = await undisturbed(stage, file);
  const subjects = await createSubjects(stage, file, { restMs: 400 });
  for (let round = 0; round < (size === 'full' ? ROUNDS : 1); round++) {
    const { begin, goBack } = await prepare();
    const release = await drag(pool, 30);
    const created = await subjects.createAt(PLACES);
    await begin();
    await Promise.all([delay(random.int(500, LOST_MS)), createLost(stage)]);
    const found = await Promise.all(created.map((importId) => placeOf(pool, importId)));
    await goBack();
    for (const place of found) figures.add(`${name}: ${place}`);
    await release();
    await unpause(stage, created);
    for (const [i, importId] of created.entries())
      if (MAY_HAVE_ENDED.includes(found[i] ?? '')) await forgiveLostEnd(stage, importId, subjects);
  }
  await subjects.requireSame(expected);
  await subjects.close();
  await purgeOrphans(stage);
}

/** One that settles may end before Postgres is gone. */
const MAY_HAVE_ENDED = ['ended', 'settling'];
const ROUNDS = 3;
const LOST_MS = 3_000;
const PLACES: readonly Place[] = ['scheduled', 'downloading', 'staging', 'merging', 'settling', 'paused'];

/** Imports that the database will not have had: one that begins later, and one that ends. */
async function createLost(stage: Stage): Promise<void> {
  const file = makeCsvFile(stage.random, { rows: 200 });
  const begins_at = new Date(Date.now() + 4_000).toISOString();
  for (const options of [{ begins_at }, {}]) {
    await createImport(stage, await createListFor(stage, file), inline(file), { ...THOROUGH, ...options });
  }
}

/**
 * An import that had ended goes back to before its end, and its source was removed at the end. Where it needs the source, since a
 * standby has no UNLOGGED tables, it fails and says so.
 */
async function forgiveLostEnd({ api, figures }: Stage, importId: number, subjects: Subjects): Promise<void> {
  const { state, error_message: message } = await api.untilEnded(importId);
  if (state !== 'failed' || message !== SOURCE_GONE) return;
  figures.add('imports that failed since their source was gone');
  subjects.leaveOut(importId);
}

const SOURCE_GONE = 'The source of this import is no longer stored.';

async function unpause({ api }: Stage, importIds: readonly number[]): Promise<void> {
  for (const importId of importIds) {
    const { state } = await api.demand('GET', `/subscriber_imports/${importId}`);
    if (state === 'paused') await api.insist(importId, 'unpause');
  }
}
