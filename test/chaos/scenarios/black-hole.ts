import { setTimeout as delay } from 'node:timers/promises';
import { createCallers } from '../holes/callers.ts';
import type { Callers } from '../holes/callers.ts';
import { HOLE_MS, SWALLOWED } from '../holes/hole-kinds.ts';
import type { HoleMode, Swallowed } from '../holes/hole-kinds.ts';
import { untilNamed } from '../holes/named.ts';
import { openNetwork } from '../holes/network.ts';
import type { HoledNetwork } from '../holes/network.ts';
import { watchJobs } from '../holes/standing.ts';
import { removeKept } from '../checks/leftovers.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { createJobMaker } from '../sources/jobs-under-way.ts';
import type { JobMaker } from '../sources/jobs-under-way.ts';
import { placeOf } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import { purgeExpired } from '../world/purge-orphans.ts';
import type { Stage } from '../world/world.ts';

/** One hole: what is swallowed, how, and where the imports are that it meets. */
interface Round {
  readonly what: Swallowed;
  readonly mode: HoleMode;
  readonly places?: readonly Place[];
}

const ROUNDS: readonly Round[] = SWALLOWED.flatMap((what): Round[] => [
  { what, mode: 'silent' },
  ...(what === 'postgres' ? [{ what, mode: 'silent', places: ['settling'] } as const] : []),
  ...(what === 'postgres' || what === 'temporal' ? [{ what, mode: 'lost' } as const] : []),
]);

export const blackHole = scenarioOf('black-hole', ROUNDS, 'full');

/** The rounds of one dependency each. */
export const BLACK_HOLES = SWALLOWED.map((what) =>
  scenarioOf(
    `black-hole-${what}`,
    ROUNDS.filter((round) => round.what === what),
    'asked',
  ),
);

function scenarioOf(name: string, rounds: readonly Round[], only: 'full' | 'asked'): Scenario {
  return {
    name,
    title:
      'calls are answered within 15 s, jobs of every kind go on within 30 s and end as undisturbed ones, and what is away is named, when what is sent gets lost',
    only,
    play: async (stage) => {
      const network = await openNetwork(stage);
      const possible = rounds.filter(({ what }) => network.has(what));
      if (possible.length === 0) return { skipped: 'its server is not installed' };
      await Promise.all([stage.start('api', network.changes), stage.start('worker', network.changes)]);
      const [callers, maker] = [
        await createCallers(stage),
        await createJobMaker(stage, { receiver: network.receiver, receiverUrl: network.receiverUrl }),
      ];
      const wrong: string[] = [];
      for (const round of possible) {
        const found = await playRound(stage, { round, network, callers, maker });
        wrong.push(...found.map((sentence) => `${round.what} ${round.mode}: ${sentence}`));
      }
      await callers.requireDone();
      await maker.close();
      if (network.files !== null) {
        await purgeExpired(stage);
        await removeKept(stage, network.files);
      }
      await stage.stopRoles();
      await network.close();
      requireNone(wrong);
      return undefined;
    },
  };
}

interface Players {
  readonly round: Round;
  readonly network: HoledNetwork;
  readonly callers: Callers;
  readonly maker: JobMaker;
}

/** @returns sentences about bounds that did not hold. @throws PromiseBroken when a job does not end as an undisturbed one */
async function playRound(stage: Stage, { round, network, callers, maker }: Players): Promise<readonly string[]> {
  const { what, mode } = round;
  const { say, figures, random, pool } = stage;
  const jobs = await maker.begin(round.places);
  const { importIds } = jobs;
  // Settling takes some milliseconds.
  if (round.places === undefined) await delay(random.int(0, MAX_DELAY_MS));
  const end = network.swallow(what, mode);
  const found = await Promise.all(importIds.map((importId) => placeOf(pool, importId)));
  const calls = callers.callFor(mode === 'silent' ? HOLE_MS : LOST_MS, importIds);
  const outcomes = [];
  if (mode === 'silent') {
    const over = delay(HOLE_MS);
    outcomes.push(await untilNamed({ stage, network, what, jobs }));
    await over;
  }
  end();
  outcomes.push(await watchJobs(stage, jobs, found), await calls);
  for (const { said } of outcomes) for (const line of said) say(`${what} ${mode}: ${line}`);
  for (const place of found) figures.add(`imports in a hole: ${place}`);
  await jobs.requireWhole();
  figures.add(`holes: ${what} ${mode}`);
  return outcomes.flatMap(({ wrong }) => wrong);
}

/** Imports move on by that, the export and the deletion begin their work. */
const MAX_DELAY_MS = 800;

/** Time for which calls are made after connections were lost. */
const LOST_MS = 30_000;
