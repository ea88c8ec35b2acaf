import { parseArguments } from '../arguments.ts';
import { ATTACKS } from './attacks/index.ts';
import { judge } from './judge.ts';
import { attackText } from './print.ts';
import { runAttacks } from './run.ts';

/** `npm run attack`: plays the attacks against a service of its own, prints the figures, and ends with 1 when a promise broke. */
async function main(): Promise<void> {
  const { seed, minutes, only } = parseArguments(
    process.argv.slice(2),
    ATTACKS.map(({ name }) => name),
  );
  const attacks = ATTACKS.filter(({ name }) => only.length === 0 || only.includes(name));
  say(`Seed ${seed}. The same attacks again: npm run attack -- --seed ${seed}`);
  const run = await runAttacks({ seed, size: 'full', attacks, minutes, say });
  const phases = judge(run, { isMeasured: true });
  say(attackText(run, phases));
  if (run.falseBooks.length > 0 || phases.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
