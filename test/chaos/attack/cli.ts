import { runFromCommandLine } from '../command-line.ts';
import type { PlayRun } from '../command-line.ts';
import { ATTACKS } from './attacks/index.ts';
import { brokenPromises, judge } from './judge.ts';
import { attackText } from './print.ts';
import { beginAttacks } from './run.ts';

/** `npm run attack`: plays the attacks against a service of its own, measures the other tenant, and prints the figures. */
const attack: PlayRun = async ({ seed, runs, minutes, only, files }, say) => {
  if (files !== 'folder') throw new Error('npm run attack keeps files in folders.');
  const attacks = ATTACKS.filter(({ name }) => only.length === 0 || only.includes(name));
  say(`Seed ${seed}. The same attacks again: npm run attack -- --seed ${seed}`);
  const began = Date.now();
  const run = await beginAttacks({ seed, size: 'full', say });
  try {
    for (const one of attacks) {
      // Without a number of minutes every attack is played, which takes some 20 of them.
      if (runs === null && Date.now() - began > minutes * 60_000) break;
      say(`${one.name} ...`);
      await run.play(one);
    }
    const report = await run.end();
    const phases = judge(report, { isMeasured: true });
    say(attackText(report, phases));
    return brokenPromises(report, phases).length === 0;
  } finally {
    await run.close({ keep: true });
  }
};

runFromCommandLine(
  ATTACKS.map(({ name }) => name),
  attack,
);
