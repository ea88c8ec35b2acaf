import { randomUUID } from 'node:crypto';
import { ensureDatabase } from '../../../engine/db/core/ensure-database.ts';
import { migrate } from '../../../engine/db/schema/migrate.ts';
import type { Config } from '../../../engine/platform/config.ts';
import { createNamespace } from '../../support/namespaces.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { imbalances } from '../checks/balance.ts';
import { reportOf } from '../checks/outcome.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import type { Stage } from '../world/world.ts';

export const otherInstallation: Scenario = {
  name: 'other-installation',
  title: 'APIs and workers with another database, or another Temporal, end at their start and touch no job',
  play: async (stage) => {
    const { api, random, figures } = stage;
    await stage.serve();
    const file = makeCsvFile(random, { rows: 5_000 });
    const listId = await createListFor(stage, file);
    const begins_at = new Date(Date.now() + HOUR_MS).toISOString();
    const scheduled = await createImport(stage, listId, inline(file), { ...THOROUGH, begins_at });
    const paused = await createImport(stage, listId, inline(file), { ...THOROUGH, begins_at });
    await api.insist(paused, 'pause');
    const others = [
      { databaseUrl: await anotherDatabase(stage) },
      { temporalNamespace: await anotherNamespace(stage) },
    ];

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
  },
};

const HOUR_MS = 3_600_000;

async function anotherDatabase({ config }: Stage): Promise<string> {
  const address = new URL(config.databaseUrl ?? '');
  const name = `other_${randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(address.href, name);
  address.pathname = `/${name}`;
  await migrate(address.href);
  return address.href;
}

async function anotherNamespace({ config }: Stage): Promise<string> {
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
