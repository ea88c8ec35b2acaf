import { parseArgs } from 'node:util';
import { costsOf, readMeasurements } from './costs.ts';
import { importDuringFlood, importFiles, importInline } from './scenarios.ts';
import type { Outcome, Setting } from './scenarios.ts';
import { NO_FAILURES, ONE_MACHINE } from './simulation.ts';
import type { Installation } from './simulation.ts';
import { openSandbox } from './workflow-sandbox.ts';

// `npm run simulate`: what installations of so many workers would do, by the costs in costs.json. Needs no server.

const OPTIONS = {
  workers: { type: 'string', default: '1,10' },
  'postgres-cores': { type: 'string', default: '16,64' },
  'temporal-changes': { type: 'string', default: '2000' },
  failures: { type: 'boolean', default: false },
  rows: { type: 'string', default: '500000' },
  files: { type: 'string', default: '2' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: 'files,inline,others' },
} as const;

const FAILURES = { secondsBetweenDeaths: 120, perTransaction: 0.001 };
/** Clients that import inline content again and again, for each worker. */
const CLIENTS = 16;
/** The fewest small imports to simulate; each takes some 10 ms of this machine. */
const SMALL_IMPORTS = 400;
/** Workers for each organization that imports many files. */
const WORKERS_PER_FLOOD = 4;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const measured = readMeasurements();
  const { machine, date, rows } = measured;
  const failures = values.failures ? FAILURES : NO_FAILURES;
  const setting = { sandbox: await openSandbox(), costs: costsOf(measured), seed: values.seed };
  const installations = numbersOf(values['postgres-cores']).flatMap((postgresCores) =>
    numbersOf(values.workers).map((workers): Installation => {
      const changesPerSecond = Number(values['temporal-changes']);
      return { workers, coresPerWorker: 2, postgresCores, changesPerSecond, failures };
    }),
  );
  const settings = [{ ...ONE_MACHINE, failures }, ...installations].map((installation) => ({
    ...setting,
    installation,
  }));

  say(
    `Costs: measured on ${date} (${machine.cpu}, ${machine.cores} cores, import of ${rows} rows). Seed ${values.seed}.`,
  );
  say('Workers of 2 cores; everything on one machine where Postgres has none. Busy: mean share of the cores, and of');
  say(`the ${values['temporal-changes']} changes a second that Temporal can do.`);
  if (values.failures) say(DISASTERS);

  const only = new Set(values.only.split(','));
  if (only.has('files')) await simulateFiles(settings, { count: Number(values.files), rows: Number(values.rows) });
  if (only.has('inline')) await simulateInline(settings);
  if (only.has('others')) await simulateOthers(settings);
}

async function simulateFiles(settings: readonly Setting[], files: { count: number; rows: number }): Promise<void> {
  head(`Files of ${files.rows.toLocaleString('en')} new rows, ${files.count} for each worker`, [
    'rows/s',
    'events each',
  ]);
  for (const each of settings) {
    const { workers } = each.installation;
    const outcome = await importFiles(each, { rows: files.rows, count: files.count * workers, organizations: workers });
    line(each, outcome, [round(outcome.rowsPerSecond), round(outcome.eventsPerImport)]);
  }
}

async function simulateInline(settings: readonly Setting[]): Promise<void> {
  head(`Inline imports of 100 rows, ${CLIENTS} clients for each worker`, ['imports/s', 'p50', 'p99']);
  for (const each of settings) {
    const clients = CLIENTS * each.installation.workers;
    const outcome = await importInline(each, { clients, imports: Math.max(SMALL_IMPORTS, 2 * clients) });
    const { importsPerSecond, medianSeconds, p99Seconds } = outcome;
    line(each, outcome, [importsPerSecond.toFixed(1), seconds(medianSeconds), seconds(p99Seconds)]);
  }
}

async function simulateOthers(settings: readonly Setting[]): Promise<void> {
  head('An import while others import 20 files of 1,000,000 rows each: seconds, and times as long as alone', FLOODED);
  for (const each of settings) {
    const floods = Math.ceil(each.installation.workers / WORKERS_PER_FLOOD);
    const outcome = await importDuringFlood(each, { floods, files: 20, rows: 1_000_000, samples: 5 });
    const times = [100, 50_000].flatMap((rows) => {
      const [alone, during] = [outcome.alone[rows]!, outcome.during[rows]!];
      return [seconds(during), (during / alone).toFixed(1)];
    });
    const { leastShare } = outcome;
    line(each, outcome, [String(floods), ...times, floods === 1 || leastShare === null ? '' : leastShare.toFixed(2)]);
  }
}

const DISASTERS = `Each worker dies every ${FAILURES.secondsBetweenDeaths} s on average, and begins again after 5 s; one transaction in ${1 / FAILURES.perTransaction} fails.`;

const FLOODED = ['others', '100 rows', 'times', '50,000', 'times', 'least share'];
const MACHINES = ['workers', 'Postgres'];
const BUSY = ['workers', 'Postgres', 'Temporal', 'deaths', 'changes/s', 'actions/s'];

function head(title: string, figures: readonly string[]): void {
  say(`\n${title}\n${[...MACHINES, ...figures, ...BUSY].map((name) => name.padStart(WIDTH)).join('')}`);
}

function line({ installation }: Setting, outcome: Outcome, figures: readonly string[]): void {
  const { workers, postgresCores } = installation;
  const { load, deaths, changesPerSecond, actionsPerSecond, problems } = outcome;
  const shares = [load.workers, load.postgres, load.temporal].map((share) => `${round(share * 100)} %`);
  const cells = [
    workers,
    postgresCores ?? 'same',
    ...figures,
    ...shares,
    deaths,
    round(changesPerSecond),
    round(actionsPerSecond),
  ];
  say(cells.map((cell) => String(cell).padStart(WIDTH)).join(''));
  for (const problem of problems) say(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

const WIDTH = 12;

function numbersOf(text: string): number[] {
  return text.split(',').map(Number);
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
