import { parseArguments } from './arguments.ts';
import { createFigures } from './figures.ts';
import { figuresText, playedText } from './print.ts';
import type { Played } from './run.ts';
import { beginRun } from './run.ts';
import { SCENARIOS } from './scenarios/index.ts';

/** `npm run chaos`: plays every scenario with a seed, prints the figures, and ends with 1 when a promise was broken. */
async function main(): Promise<void> {
  const { seed, runs, minutes, only } = parseArguments(
    process.argv.slice(2),
    SCENARIOS.map(({ name }) => name),
  );
  const asked = SCENARIOS.filter((scenario) =>
    only.length > 0 ? only.includes(scenario.name) : scenario.only !== 'asked',
  );
  const began = Date.now();
  const goesOn = (run: number) => (runs === null ? Date.now() - began < minutes * 60_000 : run < runs);
  for (let run = 0; goesOn(run); run++) await playAll(String(Number(seed) + run), asked, minutes);
}

async function playAll(seed: string, scenarios: typeof SCENARIOS, minutes: number): Promise<void> {
  say(`Seed ${seed}. The same plan again: npm run chaos -- --seed ${seed}`);
  const figures = createFigures();
  const run = beginRun({ seed, size: 'full', minutes, figures, say });
  const played: Played[] = [];
  try {
    for (const scenario of scenarios) {
      const end = await run.play(scenario);
      played.push(end);
      say(playedText(end, scenario.title));
    }
  } finally {
    await run.close();
  }
  say(figuresText(figures, played));
  if (played.some(({ broken }) => broken !== null)) process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

// The roles and servers end when this process does; what else was borrowed is given back at its exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
