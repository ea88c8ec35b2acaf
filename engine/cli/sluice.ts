import { Command, CommanderError } from 'commander';
import { WrongUsage } from './arguments.ts';
import { packageVersion } from '../platform/package-version.ts';
import { endOnClosedOutput } from './end-on-closed-output.ts';
import { failureMessage } from './failure-sentence.ts';
import { PROCESS_VERBS } from './process-verbs.ts';
import { activity } from './verbs/activity.ts';
import { exportList } from './verbs/export.ts';
import { importStart } from './verbs/import-start.ts';
import { importFile } from './verbs/import.ts';
import { job } from './verbs/job.ts';
import { jobs } from './verbs/jobs.ts';
import { keyCreate } from './verbs/key-create.ts';
import { load } from './verbs/load.ts';
import { orgCreate } from './verbs/org-create.ts';
import { tokenMint } from './verbs/token-mint.ts';

/**
 * `npx sluice <verb>`: runs the service, operates a running one, or calls its API. Exit code 0: done, 1: failed, 2: wrong
 * usage, 141: the reader of stdout closed it; a verb may set others.
 */
async function main(): Promise<void> {
  const program = new Command('sluice')
    .description(DESCRIPTION)
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(toSentence(text)) })
    .showHelpAfterError('For the usage of a verb: npx sluice help <verb>')
    .showSuggestionAfterError();
  for (const { name, description, run } of PROCESS_VERBS) {
    program.addCommand(new Command(name).description(description).action(run).copyInheritedSettings(program));
  }
  for (const verb of VERBS) program.addCommand(verb().copyInheritedSettings(program));
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!(error instanceof CommanderError)) process.stderr.write(`${failureMessage(error)}\n`);
  }
}

const DESCRIPTION =
  'Runs and operates Sluice. Verbs for operators find the service that "sluice start" runs on DATA_DIR, or the one that ' +
  'DATABASE_URL and TEMPORAL_ADDRESS name. import and export call the API at SLUICE_URL with SLUICE_API_KEY. Settings are ' +
  'environment variables, also in the file .env of the current folder.';

/** In the order the help shows them, after those that run a process. */
const VERBS: readonly (() => Command)[] = [
  importFile,
  importStart,
  exportList,
  jobs,
  job,
  activity,
  load,
  orgCreate,
  keyCreate,
  tokenMint,
];

const FAILED = 1;
const WRONG_USAGE = 2;

/** The library has written its own errors already; asking for help is none. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  return error instanceof WrongUsage ? WRONG_USAGE : FAILED;
}

function toSentence(text: string): string {
  const [first = '', ...rest] = text.replace(/^error: /, '').split('\n');
  const sentence = first.charAt(0).toUpperCase() + first.slice(1);
  return [/[.?)]$/.test(sentence) || sentence === '' ? sentence : `${sentence}.`, ...rest].join('\n');
}

// Keys that it creates are for the own user alone.
process.umask(0o077);
endOnClosedOutput();
await main();
