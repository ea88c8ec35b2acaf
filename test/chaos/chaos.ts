import { runFromCommandLine } from './command-line.ts';
import type { PlayRun } from './command-line.ts';
import { createFigures } from './figures.ts';
import { figuresText, playedText } from './print.ts';
import type { Played } from './run.ts';
import { beginRun } from './run.ts';
import { SCENARIOS } from './scenarios/index.ts';
import type { FileStoreKind } from './world/files.ts';

/** `npm run chaos`: plays every scenario with a seed, and prints the figures. */
const chaos: PlayRun = async ({ seed, runs, minutes, only, files }, say) => {
  const asked = SCENARIOS.filter((scenario) =>
    only.length > 0 ? only.includes(scenario.name) : scenario.only !== 'asked',
  );
  const began = Date.now();
  const goesOn = (run: number) => (runs === null ? Date.now() - began < minutes * 60_000 : run < runs);
  let held = true;
  for (let run = 0; goesOn(run); run++) {
    const played = await playAll(asked, { seed: String(Number(seed) + run), minutes, fileStore: files, say });
    held &&= played.every(({ broken }) => broken === null);
  }
  return held;
};

interface OneRun {
  readonly seed: string;
  readonly minutes: number;
  readonly fileStore: FileStoreKind;
  readonly say: (line: string) => void;
}

async function playAll(scenarios: typeof SCENARIOS, { seed, minutes, fileStore, say }: OneRun): Promise<Played[]> {
  const option = fileStore === 'folder' ? '' : ` --files ${fileStore}`;
  say(`Seed ${seed}. The same plan again: npm run chaos -- --seed ${seed}${option}`);
  const figures = createFigures();
  const run = beginRun({ seed, size: 'full', fileStore, minutes, figures, say });
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
  return played;
}

runFromCommandLine(
  SCENARIOS.map(({ name }) => name),
  chaos,
);
