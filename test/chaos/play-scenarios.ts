import { afterAll, describe, expect, it } from 'vitest';
import { createFigures } from './figures.ts';
import { figuresText, playedText } from './print.ts';
import { beginRun } from './run.ts';
import type { Played, Run } from './run.ts';
import type { Scenario } from './scenario.ts';

/** Fixed, so that a failure is one of the change and not of the day; `npm run chaos` takes others. */
const SEEDS = ['2026'];

/**
 * Makes a test of each scenario that `npm test` plays, in a world that they share.
 * @param limitMs of each test; without it, that of all tests
 */
export function playScenarios(scenarios: readonly Scenario[], limitMs?: number): void {
  describe.each(SEEDS)('under chaos of seed %s', (seed) => {
    const figures = createFigures();
    const played: Played[] = [];
    const run: Run = beginRun({ seed, size: 'short', minutes: 0, figures, say });
    afterAll(async () => {
      await run.close();
      say(figuresText(figures, played));
    });

    for (const scenario of scenarios.filter(({ only }) => only === undefined)) {
      it(scenario.title, { ...(limitMs !== undefined && { timeout: limitMs }) }, async (context) => {
        const end = await run.play(scenario);
        played.push(end);
        say(playedText(end, scenario.title));
        if (end.skipped !== null) context.skip(end.skipped);
        expect(end.broken).toBeNull();
      });
    }
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
