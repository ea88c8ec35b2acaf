import { setTimeout as delay } from 'node:timers/promises';
import { canCutPower, connectionsOf, cutPower, NO_POWER_CUT } from '../../support/power-cut.ts';
import type { CutOff } from '../../support/power-cut.ts';
import type { Role } from '../../support/role.ts';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import { until } from '../until.ts';
import { drag, placeOf } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import { longestStandstills } from '../world/standstills.ts';
import type { Stage } from '../world/world.ts';

export const powerCut: Scenario = {
  name: 'power-cut',
  title:
    'imports go on within 30 s and end as undisturbed ones when the host of one of two workers is gone with the locks that it holds',
  only: 'full',
  play: async (stage) => {
    if (!(await canCutPower())) return { skipped: NO_POWER_CUT };
    const { random, pool, figures, say, size } = stage;
    const workers = [(await stage.serve()).worker, await stage.start('worker', {})];
    const file = makeCsvFile(random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file, { restMs: 400 });
    const release = await drag(pool, 60);
    for (let round = 0; round < (size === 'full' ? ROUNDS : 1); round++) {
      const created = await subjects.createAt(PLACES);
      const victim = random.int(0, 1);
      await delay(random.int(0, 1_500));
      const { cutOff, sessions } = await cutWithLocks(stage, workers[victim]!);
      const found = await Promise.all(created.map((importId) => placeOf(pool, importId)));
      for (const place of found) figures.add(`a host that lost power: ${place}`);
      const [stood, ended] = await Promise.all([
        longestStandstills(pool, created, GIVE_UP_MS),
        untilEnded(stage, sessions),
      ]);
      say(`Postgres ended the sessions of the host after ${seconds(ended)} s, ${sessions.length} of which held locks`);
      const slow = created.flatMap((importId, i) => {
        const [place, ms] = [found[i] ?? '', stood[i] ?? 0];
        say(`The import that was ${place} stood still for ${seconds(ms)} s at most`);
        return ms <= ON_WITHIN_MS ? [] : [`import ${importId}, which was ${place}, stood still for ${seconds(ms)} s`];
      });
      cutOff.restore();
      requireNone(slow);
      workers[victim] = await stage.start('worker', {});
    }
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
    return undefined;
  },
};

const ROUNDS = 3;
const PLACES: readonly Place[] = ['merging', 'merging', 'staging', 'downloading', 'scheduled'];
/** Bound that docs/reliability.md promises. */
const ON_WITHIN_MS = 30_000;
const GIVE_UP_MS = 120_000;

/** Cuts the power of a worker in a moment in which its sessions hold locks. @returns their processes */
async function cutWithLocks(
  { pool }: Stage,
  worker: Role,
): Promise<{ readonly cutOff: CutOff; readonly sessions: readonly number[] }> {
  const sessions = await until('a session of the worker holds locks', async () => {
    process.kill(worker.pid, 'SIGSTOP');
    const ports = (await connectionsOf(worker.pid)).map(({ localPort }) => localPort);
    // One that only waits for a statement holds no lock, and what another one does may end by itself.
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where client_port = any ($1) and backend_xid is not null`,
      [ports],
    );
    if (rows.length > 0) return rows.map(({ pid }) => pid);
    process.kill(worker.pid, 'SIGCONT');
    return null;
  });
  return { cutOff: await cutPower(worker), sessions };
}

/** Waits until the sessions are over. @returns how long that took, in milliseconds */
async function untilEnded({ pool }: Stage, sessions: readonly number[]): Promise<number> {
  const began = performance.now();
  await until('the sessions of the host are over', async () => {
    const { rows } = await pool.query('select from pg_stat_activity where pid = any ($1)', [sessions]);
    return rows.length === 0 || null;
  });
  return performance.now() - began;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
