import { join } from 'node:path';
import { checkOutLastRelease } from '../../support/last-release.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { bundleOf, OWN_ROOT } from '../../support/other-version.ts';
import type { Role } from '../../support/role.ts';
import { falseBooks } from '../checks/books.ts';
import { leftovers } from '../checks/leftovers.ts';
import { isReady } from '../checks/readiness.ts';
import { replaySince } from '../checks/replays.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { createJobMaker } from '../sources/jobs-under-way.ts';
import type { JobMaker, JobsUnderWay } from '../sources/jobs-under-way.ts';
import { startMigration } from '../world/migration-run.ts';
import { placeOf } from '../world/places.ts';
import { openSecondInstallation } from '../world/second-installation.ts';
import type { Stage } from '../world/world.ts';

export const lastRelease: Scenario = {
  name: 'last-release',
  title:
    'jobs of the last release and of this version end as undisturbed ones while both run, this one takes its place, and it comes back',
  play: async (first) => {
    const root = join(first.dir, 'last-release/');
    const missing = await checkOutLastRelease(root);
    if (missing !== null) return { skipped: missing };
    const names = { workflowIdPrefix: 'release-', taskQueue: 'release-sluice' };
    const { stage, close } = await openSecondInstallation(first, names, (config) => startMigration(root, config).done);
    const began = new Date();
    let last = await startBoth(stage, root);
    const maker = await createJobMaker(stage);

    for (let round = 0; round < (first.size === 'full' ? ROUNDS : 1); round++) {
      const own = await replace(stage, maker, last);
      last = await goBack(stage, maker, own, root);
    }
    await maker.close();
    await requireReplayed(stage, began, root);
    const wrong = [...(await leftovers(stage)), ...(await falseBooks(stage))];
    requireNone(wrong.map((sentence) => `With the last release ${sentence}.`));
    await first.stopRoles();
    await close();
    return undefined;
  },
};

const ROUNDS = 3;

interface Roles {
  readonly api: Role;
  readonly worker: Role;
}

async function startBoth(stage: Stage, root: string, port = stage.config.port): Promise<Roles> {
  const [api, worker] = await Promise.all([
    stage.start('api', { port }, { root }),
    stage.start('worker', {}, { root }),
  ]);
  return { api, worker };
}

/** Migrates under jobs of the last release, runs this version next to it, then ends the last release with jobs of both under way. */
async function replace(stage: Stage, maker: JobMaker, last: Roles): Promise<Roles> {
  const { port } = stage.config;
  const begun = await maker.begin();
  await notePlaces(stage, begun, 'migrated by this version');
  await startMigration(OWN_ROOT, stage.config).done;
  const ownPort = await lastingPort();
  const own = await startBoth(stage, OWN_ROOT, ownPort);
  const shared = await maker.begin();
  requireNone([
    ...((await isReady(port)) ? [] : ['the API of the last release is not ready after the migration']),
    ...((await isReady(ownPort)) ? [] : ['the API of this version is not ready']),
    ...(last.worker.hasEnded() ? ['the worker of the last release has ended'] : []),
  ]);
  await notePlaces(stage, shared, 'this version takes the place of the last release');
  await last.worker.stop();
  await Promise.all([last.api.stop(), own.api.stop()]);
  const api = await stage.start('api');
  await begun.requireWhole();
  await shared.requireWhole();
  return { api, worker: own.worker };
}

/** Ends this version with its jobs under way, of which the last release has to make an end. */
async function goBack(stage: Stage, maker: JobMaker, own: Roles, root: string): Promise<Roles> {
  const worker = await stage.start('worker', {}, { root });
  const jobs = await maker.begin();
  await notePlaces(stage, jobs, 'the last release comes back');
  await own.worker.stop();
  await own.api.stop();
  const api = await stage.start('api', {}, { root });
  await jobs.requireWhole();
  return { api, worker };
}

/** Both versions replay every history, whichever of them has made it. */
async function requireReplayed(stage: Stage, since: Date, root: string): Promise<void> {
  const own = await replaySince(stage, since);
  const others = await replaySince(stage, since, () => bundleOf(root));
  requireNone([...own.faults, ...others.faults.map((sentence) => `By the last release: ${sentence}`)]);
  stage.figures.add('histories replayed by both versions', own.histories);
}

async function notePlaces({ pool, figures }: Stage, { importIds }: JobsUnderWay, what: string): Promise<void> {
  for (const importId of importIds) figures.add(`${what}: ${await placeOf(pool, importId)}`);
}
