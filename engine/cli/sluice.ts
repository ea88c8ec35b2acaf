import { Command, CommanderError } from 'commander';
import { WrongUsage } from './arguments.ts';
import { packageVersion } from '../platform/package-version.ts';
import { failureMessage } from './failure-sentence.ts';
import { PROCESS_VERBS } from './process-verbs.ts';

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
  for (const { name, description, flags = [], run } of PROCESS_VERBS) {
    const verb = new Command(name).description(description).action(run);
    for (const [flag, text] of flags) verb.option(flag, text);
    program.addCommand(verb.copyInheritedSettings(program));
  }
  for (const verb of await askedVerbs()) program.addCommand(withSettingsOf(program, verb()));
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!(error instanceof CommanderError)) process.stderr.write(`${failureMessage(error)}\n`);
  }
}

/** Gives a verb, and the commands that it has, the settings of the program. */
function withSettingsOf(program: Command, verb: Command): Command {
  for (const command of verb.commands) withSettingsOf(program, command);
  return verb.copyInheritedSettings(program);
}

const DESCRIPTION =
  'Runs and operates Sluice. The verbs of imports, rules, exports, lists, fields, events and webhooks call the API at SLUICE_URL with ' +
  'SLUICE_API_KEY. The other verbs find the service that "sluice start" runs on DATA_DIR, or the one that DATABASE_URL and ' +
  'TEMPORAL_ADDRESS name. Settings are environment variables, also in the file .env of the current folder.';

/** The options that print the version. */
const VERSION = ['-V', '--version'];

/** In the order the help shows them, after those that run a process. Loading Temporal's client takes longer than most verbs. */
const VERBS: ReadonlyMap<string, () => Promise<() => Command>> = new Map([
  ['import', async () => (await import('./verbs/import.ts')).importFile],
  ['import:start', async () => (await import('./verbs/import-start.ts')).importStart],
  ['import:undo', async () => (await import('./verbs/import-undo.ts')).importUndo],
  ['failed', async () => (await import('./verbs/failed.ts')).failedRows],
  ['corrections', async () => (await import('./verbs/corrections.ts')).corrections],
  ['lists', async () => (await import('./verbs/lists.ts')).lists],
  ['list:create', async () => (await import('./verbs/list-create.ts')).listCreate],
  ['fields', async () => (await import('./verbs/fields.ts')).fields],
  ['field:create', async () => (await import('./verbs/field-create.ts')).fieldCreate],
  ['rules', async () => (await import('./verbs/rules.ts')).rules],
  ['rules:save', async () => (await import('./verbs/rules-save.ts')).rulesSave],
  ['rules:delete', async () => (await import('./verbs/rules-delete.ts')).rulesDelete],
  ['export', async () => (await import('./verbs/export.ts')).exportList],
  ['events', async () => (await import('./verbs/events.ts')).events],
  ['webhooks', async () => (await import('./verbs/webhooks.ts')).webhooks],
  ['jobs', async () => (await import('./verbs/jobs.ts')).jobs],
  ['job', async () => (await import('./verbs/job.ts')).job],
  ['activity', async () => (await import('./verbs/activity.ts')).activity],
  ['reconcile', async () => (await import('./verbs/reconcile.ts')).reconcile],
  ['doctor', async () => (await import('./verbs/doctor.ts')).doctor],
  ['support-bundle', async () => (await import('./verbs/support-bundle.ts')).supportBundle],
  ['load', async () => (await import('./verbs/load.ts')).load],
  ['console', async () => (await import('./verbs/console-link.ts')).consoleLink],
  ['partition', async () => (await import('./verbs/partition.ts')).partition],
  ['installation', async () => (await import('./verbs/installation.ts')).installation],
  ['org:create', async () => (await import('./verbs/org-create.ts')).orgCreate],
  ['user:create', async () => (await import('./verbs/user-create.ts')).userCreate],
  ['user:password', async () => (await import('./verbs/user-password.ts')).userPassword],
  ['key:create', async () => (await import('./verbs/key-create.ts')).keyCreate],
  ['token:mint', async () => (await import('./verbs/token-mint.ts')).tokenMint],
]);

/** The verb that is asked for, none for the version; all of them for the help, and for the usage of what is none. */
function askedVerbs(): Promise<readonly (() => Command)[]> {
  const [word = '', named = ''] = process.argv.slice(2);
  if (VERSION.includes(word)) return Promise.resolve([]);
  const verb = VERBS.get(word === 'help' ? named : word);
  return Promise.all((verb === undefined ? [...VERBS.values()] : [verb]).map((load) => load()));
}

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

/**
 * Ends the process without a message when the reader of stdout has closed it, as `head` does: with the exit code of a program
 * that SIGPIPE ends. Node ignores that signal.
 */
function endOnClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(CLOSED_OUTPUT);
    throw error;
  });
}

const CLOSED_OUTPUT = 141;

endOnClosedOutput();
await main();
