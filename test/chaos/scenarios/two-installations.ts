import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startHost } from '../../../engine/embedded/host-process.ts';
import type { EmbeddedHost } from '../../../engine/embedded/host-process.ts';
import type { Config } from '../../../engine/platform/config.ts';
import { createNamespace } from '../../support/namespaces.ts';
import type { Role } from '../../support/role.ts';
import { imbalances } from '../checks/balance.ts';
import { falseBooks } from '../checks/books.ts';
import { leftovers } from '../checks/leftovers.ts';
import type { Outcome } from '../checks/outcome.ts';
import { reportOf } from '../checks/outcome.ts';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { createSubjects } from '../sources/subject.ts';
import type { Subjects } from '../sources/subject.ts';
import { drag, placeOf } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import { createSecondDatabase, openSecondInstallation } from '../world/second-installation.ts';
import type { Stage } from '../world/world.ts';

export const twoInstallations: Scenario = {
  name: 'two-installations',
  title:
    'processes with another database, or another Temporal, end at their start and touch no job; two installations on one Temporal do each their own work',
  play: async (stage) => {
    const { worker } = await stage.serve();
    const temporal = await startAnotherTemporal(stage);
    try {
      await refuseOthers(stage, [
        { databaseUrl: await createSecondDatabase(stage) },
        { temporalNamespace: await createAnotherNamespace(stage) },
        { temporalAddress: temporal.temporalAddress ?? '' },
      ]);
    } finally {
      await temporal.stop();
    }
    await serveBoth(stage, worker);
  },
};

const HOUR_MS = 3_600_000;
const NAMES = { workflowIdPrefix: 'second-', taskQueue: 'second-sluice' };

/** Starts roles with other settings while imports run, wait and are paused, of which none may change. */
async function refuseOthers(stage: Stage, others: readonly Partial<Config>[]): Promise<void> {
  const { api, random, figures } = stage;
  const file = makeCsvFile(random, { rows: 5_000 });
  const listId = await createListFor(stage, file);
  const begins_at = new Date(Date.now() + HOUR_MS).toISOString();
  const scheduled = await createImport(stage, listId, inline(file), { ...THOROUGH, begins_at });
  const paused = await createImport(stage, listId, inline(file), { ...THOROUGH, begins_at });
  await api.insist(paused, 'pause');

  const running = await createImport(stage, listId, inline(file));
  const started = await Promise.all(others.map((changes) => startedWith(stage, changes)));
  const report = await reportOf(stage, running);

  requireNone([
    ...started.flat(),
    ...(report.detail.state === 'finished' ? [] : [`import ${running} is ${report.detail.state}`]),
    ...imbalances(file, report),
    ...(await unless(stage, scheduled, 'scheduled')),
    ...(await unless(stage, paused, 'paused')),
  ]);
  for (const id of [scheduled, paused]) await api.insist(id, 'cancel');
  figures.add('processes of other installations refused', 2 * others.length);
}

/** Two databases on one namespace, with the same ids of imports: the worker of each is killed, and neither does work of the other. */
async function serveBoth(first: Stage, worker: Role): Promise<void> {
  const second = await openSecondInstallation(first, NAMES);
  const file = makeCsvFile(first.random, { rows: 3_000 });
  const roles = await second.stage.serve();
  const sides = [await createSide(first, worker, file), await createSide(second.stage, roles.worker, file)];
  for (let round = 0; round < (first.size === 'full' ? ROUNDS : 1); round++) {
    for (const side of sides) await strike(side);
  }
  requireNone([...(await startedWith(first, NAMES)), ...(await startedWith(second.stage, namesOf(first)))]);
  first.figures.add('processes of other installations refused', 4);
  for (const { release, subjects, expected } of sides) {
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
  }
  const wrong = [...(await leftovers(second.stage)), ...(await falseBooks(second.stage))];
  requireNone(wrong.map((sentence) => `In the second installation ${sentence}.`));
  await first.stopRoles();
  await second.close();
}

const ROUNDS = 3;
const PLACES: readonly Place[] = ['downloading', 'staging', 'merging'];
const MOST_DELAY_MS = 300;

/** An installation at work. */
interface Side {
  readonly stage: Stage;
  readonly subjects: Subjects;
  readonly expected: Outcome;
  readonly kill: () => Promise<void>;
  readonly release: () => Promise<void>;
}

async function createSide(stage: Stage, first: Role, file: CsvFile): Promise<Side> {
  let worker = first;
  const expected = await undisturbed(stage, file);
  const kill = async () => {
    await worker.kill();
    worker = await stage.start('worker');
  };
  return { stage, expected, kill, subjects: await createSubjects(stage, file), release: await drag(stage.pool, 30) };
}

async function strike({ stage, subjects, kill }: Side): Promise<void> {
  const { random, figures, pool, size } = stage;
  const created = await subjects.createAt(size === 'full' ? PLACES : ['merging']);
  await delay(random.int(0, MOST_DELAY_MS));
  const found = await Promise.all(created.map((importId) => placeOf(pool, importId)));
  await kill();
  for (const place of found) figures.add(`kill -9 of a worker of one of two installations: ${place}`);
}

async function startAnotherTemporal({ dir, config }: Stage): Promise<EmbeddedHost> {
  const { cacheDir, temporalCliPath, temporalNamespace: namespace } = config;
  const temporal = { namespace, uiPort: 0, persistent: false, cacheDir, temporalCliPath };
  const request = {
    dataDir: join(dir, 'another-temporal'),
    logLevel: 'warn',
    disposable: true,
    postgres: null,
  } as const;
  return startHost({ ...request, temporal }, { onProgress: () => undefined });
}

function namesOf({ config: { workflowIdPrefix, taskQueue } }: Stage): typeof NAMES {
  return { workflowIdPrefix, taskQueue };
}

async function createAnotherNamespace({ config }: Stage): Promise<string> {
  const name = `other-${randomUUID()}`;
  const { client } = await createNamespace(config.temporalAddress ?? '', name);
  await client.connection.close();
  return name;
}

/** Starts roles with other settings. @returns a sentence for each that serves, or ends otherwise than with exit code 1 */
async function startedWith(stage: Stage, changes: Partial<Config>): Promise<string[]> {
  const faults: string[] = [];
  for (const name of ['worker', 'api'] as const) {
    const end = await stage.start(name, { ...changes, port: 0 }).then(
      () => 'serves',
      (error: Error) => error.message,
    );
    if (!end.includes('exit code 1.'))
      faults.push(`the ${name} with ${Object.keys(changes).join()} of another installation: ${end}`);
  }
  return faults;
}

async function unless({ api }: Stage, id: number, state: string): Promise<string[]> {
  const found = ((await api.demand('GET', `/subscriber_imports/${id}`)) as { state: string }).state;
  return found === state ? [] : [`import ${id} is ${found} instead of ${state}`];
}
