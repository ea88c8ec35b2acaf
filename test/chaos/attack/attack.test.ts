import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTACKS } from './attacks/index.ts';
import { brokenPromises, judge } from './judge.ts';
import { KINDS } from './other-tenant/kinds.ts';
import { attackText } from './print.ts';
import { beginAttacks } from './run.ts';
import type { AttackRun } from './run.ts';

/** Fixed, as in the scenarios of chaos; `npm run attack` takes others, plays the attacks at full size, and measures. */
const SEEDS = ['2026'];
const START_LIMIT_MS = 120_000;

describe.each(SEEDS)('under attack with seed %s', (seed) => {
  let run: AttackRun;
  let hasBroken = false;
  beforeAll(async () => {
    run = await beginAttacks({ seed, size: 'short', say });
  }, START_LIMIT_MS);
  afterAll(() => run.close({ keep: hasBroken }));

  const expectNone = (broken: readonly string[]) => {
    hasBroken ||= broken.length > 0;
    expect(broken).toEqual([]);
  };

  for (const attack of ATTACKS) {
    it(`answers or closes every call of ${attack.name}, and keeps every process`, async () => {
      expectNone((await run.play(attack)).broken);
    });
  }

  it('answers the other tenant throughout, imports each of its rows, and keeps its books', async () => {
    const report = await run.end();
    const phases = judge(report, { isMeasured: false });
    say(attackText(report, phases));
    expectNone(brokenPromises(report, phases));
    const seen = Object.values(report.seen).flat();
    for (const kind of KINDS) expect(seen.map((sample) => sample.kind)).toContain(kind);
  });
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
