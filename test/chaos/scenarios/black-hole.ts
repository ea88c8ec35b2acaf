import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { startSilentRelay, through } from '../../support/silent-relay.ts';
import type { SilentRelay } from '../../support/silent-relay.ts';
import type { Config } from '../../../engine/platform/config.ts';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { until } from '../until.ts';
import { drag, placeOf, progressOf, untilAt } from '../world/places.ts';
import { startRedis } from '../world/redis.ts';
import type { Stage } from '../world/world.ts';

const HOLE_MS = { short: 20_000, full: 60_000 };
/** What docs/reliability.md promises. */
const ANSWERED_WITHIN_MS = 15_000;
/** The SDK probes a silent Temporal every 30 s and waits 15 s for the answer, which cannot be set for workers. */
const ON_WITHIN_MS: Readonly<Record<string, number>> = { Postgres: 30_000, Temporal: 75_000, Redis: 30_000 };

export const blackHole: Scenario = {
  name: 'black-hole',
  title:
    'calls are answered and an import goes on and ends as an undisturbed one when what is sent to Postgres, Temporal or Redis gets lost',
  only: 'full',
  play: async (stage) => {
    const { random } = stage;
    const redis = await startRedis(join(stage.dir, 'redis-behind-relay'));
    const { databaseUrl, temporalAddress } = stage.servers;
    const postgresRelay = await startSilentRelay(Number(new URL(databaseUrl).port));
    const temporalRelay = await startSilentRelay(Number(temporalAddress.split(':').at(-1)));
    const relays: Record<string, SilentRelay> = { Postgres: postgresRelay, Temporal: temporalRelay };
    const changes: Partial<Config> = {
      databaseUrl: through(postgresRelay, databaseUrl),
      temporalAddress: `127.0.0.1:${temporalRelay.port}`,
    };
    if (redis !== null) relays['Redis'] = await startSilentRelay(Number(new URL(redis.url).port));
    const redisUrl = redis === null ? {} : { redisUrl: through(relays['Redis'] as SilentRelay, redis.url) };
    await Promise.all([stage.start('api', { ...changes, ...redisUrl }), stage.start('worker', changes)]);

    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    for (const [name, relay] of Object.entries(relays)) {
      const release = await drag(stage.pool, 100);
      const { importId } = await subjects.create('merging');
      await untilAt(stage.pool, importId, 'merging');
      relay.fallSilent();
      await callDuring(stage, importId, name);
      relay.speak();
      await untilItGoesOn(stage, importId, name);
      await release();
    }
    await subjects.requireSame(expected);
    await subjects.close();
    await stage.stopRoles();
    await Promise.all([...Object.values(relays).map((relay) => relay.close()), redis?.kill()]);
    return undefined;
  },
};

/** Any answer counts, also one that says that a service is away. */
async function callDuring({ api, say, size }: Stage, importId: number, name: string): Promise<void> {
  const end = Date.now() + HOLE_MS[size];
  const times: number[] = [];
  const callOn = async () => {
    while (Date.now() < end) {
      const began = Date.now();
      await api.call('GET', `/subscriber_imports/${importId}`);
      times.push(Date.now() - began);
      await delay(100);
    }
  };
  await Promise.all(Array.from({ length: 4 }, callOn));
  const longest = Math.max(...times);
  say(`${name} silent: ${times.length} calls answered, the slowest after ${(longest / 1000).toFixed(1)} s`);
  requireNone(
    longest <= ANSWERED_WITHIN_MS ? [] : [`a call was answered after ${longest} ms while ${name} was silent`],
  );
}

async function untilItGoesOn({ pool, say }: Stage, importId: number, name: string): Promise<void> {
  const began = Date.now();
  const before = await progressOf(pool, importId);
  const hasChanged = async () =>
    (await placeOf(pool, importId)) === 'ended' || (await progressOf(pool, importId)) !== before || null;
  await until(`import ${importId} goes on after ${name} was silent`, hasChanged, { limitMs: ON_WITHIN_MS[name] ?? 0 });
  say(`${name} speaks again: the import went on after ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
