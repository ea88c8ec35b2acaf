import { setTimeout as delay } from 'node:timers/promises';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { WATCH } from '../../../workflows/names.ts';
import type { Role } from '../../support/role.ts';
import { currentDetailsOf } from '../../support/current-details.ts';
import { runSluice } from '../../support/sluice.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createEmptyList, createImport, inline } from '../sources/list.ts';
import { beginDownload, takeEverySlot, TROUBLES, untilShown } from '../troubles/troubles.ts';
import { until } from '../until.ts';
import { stopWell } from '../world/role.ts';
import type { Stage } from '../world/world.ts';

/** Nothing is shortened here: the period of the diagnosis and its patience are those of production. */
export const stuckNoticed: Scenario = {
  name: 'stuck-noticed',
  title: 'whatever holds a job up is named within a minute, and the job goes on when it has gone',
  only: 'full',
  play: async (stage) => {
    const { worker } = await stage.serve();
    await sideBySide(stage);
    await everySlotTaken(stage);
    await postgresDown(stage);
    await withoutWorker(stage, await deployedBadly(stage, worker));
  },
};

const LIMIT_SECONDS = 60;

/** Troubles of one job each. */
async function sideBySide(stage: Stage): Promise<void> {
  const begun = [];
  for (const { cause, begin } of TROUBLES) {
    const trouble = await begin(stage);
    if (trouble !== null) begun.push({ cause, ...trouble });
  }
  await justAfterALook();
  await Promise.all(
    begun.map(async ({ cause, strike }) => {
      const importId = await strike();
      await noticed(stage, cause, () => untilShown(stage, importId, cause));
    }),
  );
  // At once: to drop a trigger is to wait for the import that waits for the lock.
  await Promise.all(begun.map(({ heal }) => heal()));
  for (const { importIds } of begun) for (const importId of importIds()) await requireFinished(stage, importId);
}

async function everySlotTaken(stage: Stage): Promise<void> {
  const trouble = await takeEverySlot(stage);
  await justAfterALook();
  const importId = await trouble.strike();
  await noticed(stage, 'lock_wait in every slot of the worker', () => untilShown(stage, importId, 'lock_wait'));
  await trouble.heal();
  for (const id of trouble.importIds()) await requireFinished(stage, id);
}

async function postgresDown(stage: Stage): Promise<void> {
  const download = await beginDownload(stage);
  await justAfterALook();
  const startAgain = await stage.servers.stopPostgres();
  await noticed(stage, 'postgres_down', () => untilShown(stage, download.importId, 'postgres_down'));
  await startAgain();
  await download.finish();
  await requireFinished(stage, download.importId);
}

/** The workers that there are cannot go on with the job, not even to say so; the command and the watch can. @returns a good worker */
async function deployedBadly(stage: Stage, worker: Role): Promise<Role> {
  const download = await beginDownload(stage);
  await stopWell(worker);
  const unguarded = await stage.start('unguarded-worker');
  download.answer();
  await noticed(stage, 'bad_deploy', () => untilSaid(stage, download.importId, 'bad_deploy'));
  await stopWell(unguarded);
  const next = await stage.start('worker');
  await download.finish();
  await requireFinished(stage, download.importId);
  return next;
}

/** The job itself cannot tell then; the command and the watch can. */
async function withoutWorker(stage: Stage, worker: Role): Promise<void> {
  const download = await beginDownload(stage);
  await worker.kill();
  const file = makeCsvFile(stage.random, { rows: 100 });
  const waiting = await createImport(stage, await createEmptyList(stage), inline(file));
  await Promise.all([
    noticed(stage, 'worker_lost', () => untilSaid(stage, download.importId, 'worker_lost')),
    noticed(stage, 'no_worker', () => untilSaid(stage, waiting, 'no_worker')),
  ]);
  await stage.start('worker');
  await download.finish();
  for (const importId of [download.importId, waiting]) await requireFinished(stage, importId);
}

/** The worst moment for most troubles: the diagnosis runs at full and half minutes. */
async function justAfterALook(): Promise<void> {
  await delay(LOOK_MS - (Date.now() % LOOK_MS) + LOOK_TAKES_MS);
}

const LOOK_MS = 30_000;
const LOOK_TAKES_MS = 2_000;

async function noticed(stage: Stage, cause: string, untilNamed: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await untilNamed();
  const seconds = (performance.now() - began) / 1000;
  stage.figures.add(`seconds until named: ${cause}`, Math.round(seconds * 10) / 10);
  requireNone(seconds < LIMIT_SECONDS ? [] : [`${cause} was named only after ${seconds.toFixed(1)} s.`]);
}

async function untilSaid({ config, temporal }: Stage, importId: number, cause: string): Promise<void> {
  await until(`sluice names ${cause}`, async () => {
    const { stdout } = await runSluice(['job', String(importId)], configEnvironment(config));
    return stdout.includes(`${cause}: `) || null;
  });
  await until(`the watch names ${cause}`, async () => {
    const details = await currentDetailsOf(temporal, WATCH);
    return details.includes(`- \`subscriber-import/${importId}\`, **${cause}:**`) || null;
  });
}

async function requireFinished({ api }: Stage, importId: number): Promise<void> {
  const { state, error_message: message } = await api.untilEnded(importId);
  requireNone(state === 'finished' ? [] : [`Import ${importId}, which was stuck, is ${state}: ${message}.`]);
}
