import { parseArguments } from './arguments.ts';
import type { ChaosArguments } from './arguments.ts';

/** Plays what the arguments ask for, and prints through `say`. @returns whether every promise held */
export type PlayRun = (wanted: ChaosArguments, say: (line: string) => void) => Promise<boolean>;

/**
 * Runs `npm run chaos` or `npm run attack`, and ends the process: with 0 when every promise held, otherwise with 1. `names`
 * are what `--only` may name.
 */
export function runFromCommandLine(names: readonly string[], play: PlayRun): void {
  // Roles and servers end with this process. Whatever else was borrowed is given back when it exits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  playWith(names, play).then(
    (held) => process.exit(held ? 0 : 1),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
}

async function playWith(names: readonly string[], play: PlayRun): Promise<boolean> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    say(
      `--seed N, --runs N or --minutes N, --files folder|s3, --only a name or several with commas between:\n${names.join(', ')}`,
    );
    return true;
  }
  return play(readArguments(args, names), say);
}

/** @throws a sentence without a stack */
function readArguments(args: readonly string[], names: readonly string[]): ChaosArguments {
  try {
    return parseArguments(args, names);
  } catch (error) {
    throw error instanceof Error ? error.message : error;
  }
}
