import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBucket } from '../../../engine/files/s3-bucket.ts';
import type { Bucket } from '../../../engine/files/s3-bucket.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { NO_S3, startS3 } from '../../support/s3.ts';
import { standBeforeS3 } from '../../support/s3-front.ts';
import type { S3Front } from '../../support/s3-front.ts';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { drag } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

/** APIs and workers, two of each at full length, with folders of their own, which have only Postgres, Temporal and a bucket in common. */
export const s3Away: Scenario = {
  name: 's3-away',
  title:
    'an import ends as an undisturbed one while S3 is killed, silent, busy, slow or breaks connections, and processes share no folder',
  only: 'full',
  play: async (stage) => {
    const { random, pool, figures } = stage;
    const s3 = await startS3();
    if (s3 === null) return { skipped: NO_S3 };
    const front = await standBeforeS3(s3.bucket.endpoint ?? '');
    const bucket = openBucket(s3.bucket);
    const placed = (name: string) => ({
      s3: { ...s3.bucket, endpoint: front.endpoint },
      dataDir: join(stage.dir, name),
      filesDir: join(stage.dir, name, 'files'),
      uploadsDir: join(stage.dir, name, 'uploads'),
    });
    const isFull = stage.size === 'full';
    await Promise.all([
      stage.start('api', placed('one')),
      stage.start('worker', placed('two')),
      ...(isFull ? [stage.start('api', { ...placed('three'), port: await lastingPort() })] : []),
      ...(isFull ? [stage.start('worker', placed('four'))] : []),
    ]);
    const file = makeCsvFile(random, { rows: isFull ? 4_000 : 1_500 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(pool, 30);
    const troubles: Readonly<Record<string, () => Promise<void>>> = {
      killed: async () => {
        await s3.kill();
        await delay(random.int(100, 2_000));
        await s3.start();
      },
      silent: () => through(front, () => 'silent', random.int(500, 3_000)),
      busy: () => through(front, () => 'busy', random.int(500, 3_000)),
      'breaking connections': () =>
        through(front, ({ number }) => (number % 3 === 0 ? 'none' : 'broken_answer'), 2_000),
      slow: () => through(front, () => 'slow', 3_000),
    };
    const plan = random.shuffled(Object.entries(troubles));
    for (const [name, trouble] of isFull ? [...plan, ...plan] : plan.slice(0, 2)) {
      await subjects.create(random.pick(['downloading', 'merging']));
      await delay(random.int(0, 300));
      await trouble();
      figures.add(`S3 ${name}`);
    }
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
    requireNone(await leftIn(bucket, pool));
    bucket.close();
    await Promise.all([front.close(), stage.stopRoles()]);
    await s3.stop();
    return undefined;
  },
};

async function through(front: S3Front, choose: Parameters<S3Front['trouble']>[0], milliseconds: number): Promise<void> {
  front.trouble(choose);
  await delay(milliseconds);
  front.trouble(() => 'none');
}

/** What imports that have ended left in a bucket, as sentences. */
async function leftIn(bucket: Bucket, pool: Stage['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ id: number }>(`select id from subscriber_imports where state = 'failed'`);
  const kept = new Set(rows.map(({ id }) => String(id)));
  const left: string[] = [];
  for (const found of [bucket.list(''), bucket.listUnfinished('')]) {
    for await (const { name } of found)
      if (!kept.has(name.split('/')[2] ?? '')) left.push(`The object ${name} is left.`);
  }
  return left;
}
