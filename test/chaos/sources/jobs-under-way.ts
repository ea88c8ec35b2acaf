import { IMPORT_KIND } from '../../../engine/domain/subscriber-imports.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import { until } from '../until.ts';
import { drag } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import type { Stage } from '../world/world.ts';
import { makeCsvFile } from './csv-file.ts';
import { prepareDeletion, untilDeleted } from './deletions.ts';
import { createExport, fileOf } from './exports.ts';
import { createImport, createListFor, inline } from './list.ts';
import { createSubjects } from './subject.ts';
import { createSuppression, knowsSuppressions, suppressionOf } from './suppressions.ts';
import type { Suppression } from './suppressions.ts';

/** Jobs of every kind that have begun: imports at every place, an export, the deletion of a list, an import of suppressed addresses and their webhooks. */
export interface JobsUnderWay {
  readonly importIds: readonly number[];
  /** The imports, with the places that they were at when all had come to theirs. */
  readonly imports: readonly { readonly importId: number; readonly place: Place }[];
  readonly exportId: number;
  readonly deletedListId: number;
  /** Null where the service does not know such imports. */
  readonly suppression: Suppression | null;
  /** Waits for the end of all. @throws PromiseBroken unless each ends as an undisturbed one, and each event was delivered */
  requireWhole(): Promise<void>;
}

/** Begins jobs. */
export interface JobMaker {
  /** @param places those of the imports */
  begin(places?: readonly Place[]): Promise<JobsUnderWay>;
  close(): Promise<void>;
}

const PLACES: readonly Place[] = ['downloading', 'staging', 'merging', 'scheduled', 'paused'];

/** The receiver of the webhooks, if it is not one of the maker's own, and its address for the service. */
export interface Receiving {
  readonly receiver: WebhookReceiver;
  readonly receiverUrl: string;
}

/** Imports and exports once while nothing is broken, to compare with. */
export async function createJobMaker(stage: Stage, receiving?: Receiving): Promise<JobMaker> {
  const { api, pool, random, figures } = stage;
  const file = makeCsvFile(random, { rows: 2_000 });
  const expected = await undisturbed(stage, file);
  const listId = await createListFor(stage, file);
  await api.untilEnded(await createImport(stage, listId, inline(file)));
  const expectedExport = await fileOf(stage, await createExport(stage, listId));
  const suppresses = await knowsSuppressions(stage);
  const suppress = async () => (suppresses ? createSuppression(stage, file) : null);
  const first = await suppress();
  const expectedSuppression = first === null ? null : await suppressionOf(stage, first);
  const receiver = receiving?.receiver ?? (await startWebhookReceiver());
  const url = receiving?.receiverUrl ?? receiver.url;
  const { id, secret } = await api.demand('POST', '/webhook_endpoints', { webhook_endpoint: { url } });
  receiver.verifyBy(secret as string);

  return {
    begin: async (places = PLACES) => {
      const subjects = await createSubjects(stage, file, { restMs: 400 });
      const deletion = await prepareDeletion(stage);
      const release = await drag(pool, 40);
      const importIds = await subjects.createAt(places);
      const [exportId, suppression] = await Promise.all([createExport(stage, listId), suppress(), deletion.begin()]);
      const imports = importIds.map((importId, i) => ({ importId, place: places[i] ?? 'merging' }));
      const paused = imports.filter(({ place }) => place === 'paused');
      return {
        importIds,
        imports,
        exportId,
        deletedListId: deletion.listId,
        suppression,
        requireWhole: async () => {
          for (const { importId } of paused) await api.insist(importId, 'unpause');
          await release();
          await subjects.requireSame(expected);
          await subjects.close();
          const isSame = (await fileOf(stage, exportId)) === expectedExport;
          requireNone(isSame ? [] : [`export ${exportId} differs from the undisturbed one`]);
          await untilDeleted(stage, deletion.listId);
          if (suppression !== null) {
            const isEqual = (await suppressionOf(stage, suppression)) === expectedSuppression;
            requireNone(
              isEqual ? [] : [`import of suppressed addresses ${suppression.id} differs from the undisturbed one`],
            );
            figures.add('imports of suppressed addresses compared');
          }
          await untilDelivered(stage, id as number);
          requireNone([...(await unheard(stage, importIds, receiver.taken())), ...receiver.faults()]);
          figures.add('exports compared');
        },
      };
    },
    close: async () => {
      await api.demand('DELETE', `/webhook_endpoints/${id}`);
      if (receiving === undefined) await receiver.close();
    },
  };
}

async function untilDelivered({ api }: Stage, endpointId: number): Promise<void> {
  await until('no event waits', async () => {
    const { waiting } = await api.demand('GET', `/webhook_endpoints/${endpointId}`);
    return waiting === 0 || null;
  });
}

/** The events of imports that the receiver has not taken, and imports whose begin or end is no event, as sentences. */
async function unheard(
  { pool }: Stage,
  importIds: readonly number[],
  taken: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; type: string; data: { job_type: string } }>(
    `select job_id as id, type, data from webhook_events where job_kind = $1 and job_id = any ($2)`,
    [IMPORT_KIND, importIds],
  );
  const heard = new Set(taken.map(({ type, data }) => `${type} ${String(data['job_type'])} ${String(data['id'])}`));
  const recorded = new Set(rows.map(({ id, type }) => `${type} ${id}`));
  return [
    ...rows
      .filter(({ id, type, data }) => !heard.has(`${type} ${data.job_type} ${id}`))
      .map(({ id, type }) => `the event ${type} of import ${id} did not arrive`),
    ...importIds.flatMap((id) =>
      ['job.started', 'job.finished']
        .filter((type) => !recorded.has(`${type} ${id}`))
        .map((type) => `import ${id} has no event ${type}`),
    ),
  ];
}
