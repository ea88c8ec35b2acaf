import { Command } from 'commander';
import { examine } from '../doctor/examine.ts';
import { findingLines, gravest } from '../doctor/finding.ts';
import { printable } from '../printable.ts';

interface Options {
  readonly json?: true;
}

/** `sluice doctor`: examines the service, and says what to do about what is wrong. */
export function doctor(): Command {
  return new Command('doctor')
    .description(
      'examine settings, servers, connections, locks, clocks, disks, schema and jobs, and say what to do about each fault',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit code 1 when something is wrong. It changes nothing.')
    .action(run);
}

async function run({ json }: Options): Promise<void> {
  const { findings } = await examine();
  const state = gravest(findings);
  const lines = json === true ? [JSON.stringify({ state, findings })] : findingLines(findings);
  for (const line of lines) process.stdout.write(`${printable(line, Infinity)}\n`);
  if (state === 'wrong') process.exitCode = 1;
}
