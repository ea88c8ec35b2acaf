import { setTimeout as delay } from 'node:timers/promises';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { requireMoves } from '../checks/moves.ts';
import type { MovingJob } from '../checks/moves.ts';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { prepareDeletion, untilDeleted } from '../sources/deletions.ts';
import { createExport, fileOf } from '../sources/exports.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { createSubjects } from '../sources/subject.ts';
import { createSuppression, suppressionOf } from '../sources/suppressions.ts';
import { until } from '../until.ts';
import { drag, placeOf, untilAt } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

/** A copy as old as that is older than the timers of the maintenance. */
const AGE_MS = { short: 10_000, full: 55_000 };

export const temporalOlder: Scenario = {
  name: 'temporal-older',
  title:
    'every job moves or ends within two minutes when Temporal is restored from an older copy, and ends as an undisturbed one',
  only: 'full',
  play: (stage) => loseHistory(stage, { isEmptied: false }),
};

export const temporalEmpty: Scenario = {
  name: 'temporal-empty',
  title:
    'every job moves or ends within two minutes when the data of Temporal are gone, and ends as an undisturbed one',
  only: 'full',
  play: (stage) => loseHistory(stage, { isEmptied: true }),
};

/** Jobs of every kind begin before the copy and after it; then Temporal has its state of then, or none. */
async function loseHistory(stage: Stage, { isEmptied }: { isEmptied: boolean }): Promise<void> {
  const { api, random, pool, figures, servers } = stage;
  const name = isEmptied ? 'Temporal emptied' : 'older Temporal';
  await stage.serve();
  const receiver = await startWebhookReceiver();
  const file = makeCsvFile(random, { rows: 3_000 });
  const expected = await undisturbed(stage, file);
  const expectedSuppression = await suppressionOf(stage, await createSuppression(stage, file));
  const exported = await createListFor(stage, file);
  const expectedExport = await fileOf(stage, await createExport(stage, exported));
  const endpoint = await api.demand('POST', '/webhook_endpoints', { webhook_endpoint: { url: receiver.url } });
  const endpointId = endpoint.id as number;
  receiver.answer(500);
  const subjects = await createSubjects(stage, file, { restMs: 400 });
  const release = await drag(pool, 60);
  const begun = await subjects.create('paused');
  await untilAt(pool, begun.importId, 'paused');
  const deletion = await prepareDeletion(stage);
  const restore = await servers.copyTemporal();
  await delay(AGE_MS[stage.size]);

  const atPlaces = await subjects.createAt(PLACES);
  const paused = [begun.importId, ...atPlaces.filter((_, i) => PLACES[i] === 'paused')];
  const dryRun = await createImport(stage, await createListFor(stage, file), inline(file), {
    ...THOROUGH,
    dry_run: true,
  });
  const suppression = await createSuppression(stage, file);
  const exportId = await createExport(stage, exported);
  await deletion.begin();
  const found = await Promise.all([begun.importId, ...atPlaces].map((importId) => placeOf(pool, importId)));
  await (isEmptied ? servers.emptyTemporal() : restore());
  for (const place of found) figures.add(`${name}: ${place}`);

  receiver.answer(204);
  await release();
  const jobs: MovingJob[] = [
    ...[begun.importId, ...atPlaces, dryRun].map((id) => ({ kind: 'subscriber-import', id }) as const),
    { kind: 'suppressed-address-import', id: suppression.id },
    { kind: 'subscriber-export', id: exportId },
    { kind: 'list-deletion', id: deletion.listId },
    { kind: 'webhook-endpoint', id: endpointId },
  ];
  const [times] = await Promise.all([requireMoves(stage, jobs), ...paused.map((importId) => unpause(stage, importId))]);
  figures.add(`${name}: jobs that moved or ended within 120 s`, times.length);
  figures.add(`${name}: seconds until the last one did`, Math.round(Math.max(...times) / 1000));

  await subjects.requireSame(expected);
  const { state } = await api.untilEnded(dryRun);
  requireNone([
    ...(state === 'finished' ? [] : [`the dry run ${dryRun} is ${state}`]),
    ...((await suppressionOf(stage, suppression)) === expectedSuppression
      ? []
      : [`import of suppressed addresses ${suppression.id} differs from the undisturbed one`]),
    ...((await fileOf(stage, exportId)) === expectedExport
      ? []
      : [`export ${exportId} differs from the undisturbed one`]),
  ]);
  await untilDeleted(stage, deletion.listId);
  await api.demand('DELETE', `/webhook_endpoints/${endpointId}`);
  await receiver.close();
  await subjects.close();
}

const PLACES: readonly Place[] = ['paused', 'downloading', 'staging', 'merging', 'scheduled'];

/** Until it is taken by a run that knows of the pause. One whose answer was lost may have been taken: then the import ends. */
async function unpause({ api }: Stage, importId: number): Promise<void> {
  await until(
    `import ${importId} is unpaused`,
    async () => {
      const { success } = await api.call('POST', `/subscriber_imports/${importId}/unpause`);
      if (success) return true;
      const { data } = await api.call('GET', `/subscriber_imports/${importId}`);
      return data?.state === 'finished' || null;
    },
    { everyMs: 500 },
  );
}
