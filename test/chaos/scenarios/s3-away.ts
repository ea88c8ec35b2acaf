import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBucket } from '../../../engine/files/s3-bucket.ts';
import { createS3Store } from '../../../engine/files/s3-store.ts';
import { NO_S3, startS3 } from '../../support/s3.ts';
import type { TestS3 } from '../../support/s3.ts';
import { standBeforeS3 } from '../../support/s3-front.ts';
import type { S3Front } from '../../support/s3-front.ts';
import { removeKept } from '../checks/leftovers.ts';
import { requireSame, undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import { ROLES, startFleet } from '../hosts/fleet.ts';
import type { Figures } from '../figures.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createListFor, inline, THOROUGH } from '../sources/list.ts';
import { sendUpload } from '../sources/upload.ts';
import { until } from '../until.ts';
import type { Api } from '../world/api.ts';
import { storedIn } from '../world/files.ts';
import { drag } from '../world/places.ts';
import { purgeExpired } from '../world/purge-orphans.ts';
import { startRedis } from '../world/redis.ts';
import { slowly, startWebServer } from '../world/web-server.ts';
import type { Stage } from '../world/world.ts';

/** In each round an import and an export begin, S3 has a trouble, and a role is killed. */
export const s3Away: Scenario = {
  name: 's3-away',
  title:
    'imports and exports are exact on two APIs and two workers that share only Postgres, Temporal, Redis and S3, whatever S3 does and whichever is killed',
  only: 'full',
  play: async (stage) => {
    const { random, pool, figures } = stage;
    const [s3, redis] = [await startS3(), await startRedis(join(stage.dir, 'redis'))];
    if (s3 === null) return { skipped: NO_S3 };
    if (redis === null) return { skipped: 'no redis-server is on PATH' };
    const front = await standBeforeS3(s3.bucket.endpoint ?? '');
    const bucket = openBucket(s3.bucket);
    const file = makeCsvFile(random, { rows: 4_000 });
    const site = await startWebServer(slowly(file.content, 8, 60));
    const changes = { s3: { ...s3.bucket, endpoint: front.endpoint }, redisUrl: redis.url };
    const fleet = await startFleet(stage, { changes, internet: [site.port] });
    const { apis } = fleet;

    const expected = await undisturbed(stage, file);
    const exportedList = await createListFor(stage, file);
    const firstExport = await beginExport(apis, exportedList);
    const content = await contentOf(apis[0]!, firstExport);
    await bucket.put('upload-directory/1/s3-away.csv', Buffer.from(file.content));
    const sources = [
      () => Promise.resolve(inline(file)),
      () => Promise.resolve({ type: 'url', url: site.url }),
      () => Promise.resolve({ type: 'upload_directory', filename: 's3-away.csv' }),
      async () => ({ type: 'upload', id: await sendUpload(apis, file.content) }),
    ];
    const rounds = random.shuffled(
      troublesOf(random, { s3, front, figures }).flatMap((trouble) => [
        { ...trouble, sources: sources.slice(0, 2) },
        { ...trouble, sources: sources.slice(2) },
      ]),
    );
    const lists: number[] = [];
    for (let i = 0; i < 2 * rounds.length; i++) lists.push(await createListFor(stage, file));
    const release = await drag(pool, 30);

    const subjects: { listId: number; importId: number }[] = [];
    const exports: number[] = [];
    for (const { name, play, sources } of rounds) {
      const victim = random.pick(ROLES);
      const survivor = apis[victim === 'api-1' ? 1 : 0]!;
      const begin = async (source: () => Promise<object>) => {
        const listId = lists.pop()!;
        subjects.push({ listId, importId: await beginImport(apis, listId, await source()) });
      };
      const disturb = async () => {
        await delay(random.int(0, 300));
        const strike = delay(random.int(0, 1_500)).then(() => fleet.strike(victim));
        await Promise.all([play(), strike, readFile(stage, survivor, { exportId: firstExport, content })]);
      };
      const beginnings = [...sources.map(begin), beginExport(apis, exportedList).then((id) => void exports.push(id))];
      await Promise.all([...beginnings, disturb()]);
      figures.add(`S3 ${name}`);
      figures.add(`kill -9 of ${victim.startsWith('api') ? 'an API' : 'a worker'}: S3 ${name}`);
    }
    await release();
    for (const [i, subject] of subjects.entries()) {
      await requireSame({ ...stage, api: apis[i % 2]! }, expected, { file, ...subject });
    }
    for (const [i, exportId] of exports.entries()) {
      const actual = await contentOf(apis[i % 2]!, exportId);
      requireNone(actual === content ? [] : [`Export ${exportId} differs from the undisturbed one.`]);
      figures.add('exports compared');
    }
    await purgeExpired(stage);
    await removeKept(stage, createS3Store(bucket));
    requireNone((await storedIn(bucket)).map((key) => `The file ${key} is left in S3.`));
    bucket.close();
    await fleet.close();
    await Promise.all([front.close(), site.close(), redis.kill(), s3.stop()]);
    return undefined;
  },
};

/** Faults of S3, each played for a while. */
function troublesOf(
  random: Random,
  { s3, front, figures }: { readonly s3: TestS3; readonly front: S3Front; readonly figures: Figures },
): readonly { readonly name: string; play(): Promise<void> }[] {
  const through = async (choose: Parameters<S3Front['trouble']>[0], milliseconds: number) => {
    front.trouble(choose);
    await delay(milliseconds);
    figures.add('calls of S3 while it had a trouble', front.calls());
    front.trouble(() => 'none');
  };
  const stop = async () => {
    await s3.kill();
    await through(() => 'none', random.int(100, 5_000));
    await s3.start();
  };
  return [
    { name: 'killed', play: stop },
    { name: 'silent', play: () => through(() => 'silent', random.int(500, 3_000)) },
    { name: 'busy', play: () => through(() => 'busy', random.int(2_000, 8_000)) },
    {
      name: 'breaking connections',
      play: () => through(({ number }) => (number % 3 === 0 ? 'none' : 'broken_answer'), 4_000),
    },
    { name: 'slow', play: () => through(() => 'slow', 4_000) },
  ];
}

/** Sends a call to one API after the other until one answers it, under one key. @returns the id in the answer */
async function insist(apis: readonly Api[], path: string, body: object): Promise<number> {
  const key = randomUUID();
  let calls = 0;
  const call = async () => {
    const api = apis[calls++ % apis.length]!;
    const { success, data, error_message } = await api.call('POST', path, body, { 'idempotency-key': key });
    if (success) return (data as { id: number }).id;
    throw new Error(`POST ${path} was answered ${error_message}`);
  };
  return until(`POST ${path} is answered`, call, { everyMs: 300 });
}

function beginImport(apis: readonly Api[], listId: number, file_source: object): Promise<number> {
  const subscriber_import = { ...THOROUGH, file_source };
  return insist(apis, `/mailing_lists/${listId}/subscriber_imports`, { subscriber_import });
}

function beginExport(apis: readonly Api[], listId: number): Promise<number> {
  return insist(apis, `/mailing_lists/${listId}/subscriber_exports`, { subscriber_export: {} });
}

/** The content of the file of an export when that has ended. */
async function contentOf(api: Api, exportId: number): Promise<string> {
  return until(`export ${exportId} is finished`, async () => {
    const { state } = await api.demand('GET', `/subscriber_exports/${exportId}`);
    return state === 'finished' ? api.text(`/subscriber_exports/${exportId}/file`) : null;
  });
}

/** Downloads the file of an export while S3 has a trouble. @throws PromiseBroken when an answer that ends well is not it */
async function readFile(
  { figures }: Stage,
  api: Api,
  { exportId, content }: { readonly exportId: number; readonly content: string },
): Promise<void> {
  const read = await api.text(`/subscriber_exports/${exportId}/file`).catch(() => null);
  figures.add(`exported files read while S3 had a trouble: ${read === null ? 'refused' : 'whole'}`);
  requireNone(read === null || read === content ? [] : ['An exported file that was read is not whole.']);
}
