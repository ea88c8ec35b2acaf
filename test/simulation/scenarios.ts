import type { ImportOrder } from './imports.ts';
import type { Costs } from './costs.ts';
import { createSimulation, rowsMerged } from './simulation.ts';
import type { Installation, Simulation } from './simulation.ts';
import type { Sandbox } from './workflow-sandbox.ts';

/** Input of every scenario. */
export interface Setting {
  readonly sandbox: Sandbox;
  readonly costs: Costs;
  readonly installation: Installation;
  readonly seed: string;
}

/** Figures of an installation that every scenario returns. */
export interface Outcome {
  /** Virtual seconds. */
  readonly seconds: number;
  readonly deaths: number;
  /** Workflow tasks and activities that were timed out, and runs that were replayed by another worker. */
  readonly timeouts: number;
  readonly replays: number;
  /** Mean share in use of the workers, of Postgres and of the changes that Temporal can do. */
  readonly load: { readonly workers: number; readonly postgres: number; readonly temporal: number };
  readonly eventsPerImport: number;
  readonly changesPerSecond: number;
  readonly actionsPerSecond: number;
  readonly problems: readonly string[];
}

/** Imports of many rows, all created at the beginning. */
export interface BulkOutcome extends Outcome {
  readonly rowsPerSecond: number;
}

/** Imports so many files, shared among the organizations. */
export async function importFiles(
  setting: Setting,
  files: {
    readonly count: number;
    readonly rows: number;
    readonly organizations: number;
    readonly kind?: 'new' | 'changed';
  },
): Promise<BulkOutcome> {
  const simulation = createSimulation(setting.sandbox, setting);
  const { count, rows, organizations, kind = 'new' } = files;
  for (let n = 0; n < count; n++) {
    simulation.create({ organizationId: 1 + (n % organizations), rows, kind, isInline: false });
  }
  await simulation.clock.run(() => simulation.completed() === count, LIMIT);
  const outcome = outcomeOf(simulation);
  return { ...outcome, rowsPerSecond: rowsMerged(simulation) / outcome.seconds };
}

/** Small imports of many clients. */
export interface SmallOutcome extends Outcome {
  readonly importsPerSecond: number;
  /** From the call that creates an import to its end. */
  readonly medianSeconds: number;
  readonly p99Seconds: number;
}

/** Lets clients, each with an organization, import 100 inline rows one after the other until there were so many imports. */
export async function importInline(
  setting: Setting,
  { clients, imports: count }: { readonly clients: number; readonly imports: number },
): Promise<SmallOutcome> {
  const simulation = createSimulation(setting.sandbox, setting);
  const { clock, imports } = simulation;
  const again = (organizationId: number) => {
    if (imports.size === count) return;
    simulation.create({ ...SMALL, organizationId }).onEnd = () => again(organizationId);
  };
  // Clients do not begin at the same moment.
  for (let n = 1; n <= clients; n++) clock.after((n / clients) * PAUSE, () => again(n));
  await clock.run(() => simulation.completed() === count, LIMIT);
  const outcome = outcomeOf(simulation);
  const times = [...imports.values()].map(({ createdAt, endedAt }) => endedAt! - createdAt);
  return {
    ...outcome,
    importsPerSecond: imports.size / outcome.seconds,
    medianSeconds: quantile(times, 0.5),
    p99Seconds: quantile(times, 0.99),
  };
}

/** Durations of one organization's imports while others flood the service. */
export interface FairnessOutcome extends Outcome {
  /** Median seconds by rows of the import. */
  readonly alone: Readonly<Record<number, number>>;
  readonly during: Readonly<Record<number, number>>;
  /** Rows of the flooding organization with the fewest merged rows, of those with the most; null while no row is merged. */
  readonly leastShare: number | null;
}

/** Times imports of 100 and 50,000 rows of one organization, alone and while others (floods) import files. */
export async function importDuringFlood(
  setting: Setting,
  flood: { readonly floods: number; readonly files: number; readonly rows: number; readonly samples: number },
): Promise<FairnessOutcome> {
  const { floods, files, rows, samples } = flood;
  const alone = await timeProbes(createSimulation(setting.sandbox, setting), samples);
  const simulation = createSimulation(setting.sandbox, setting);
  for (let n = 0; n < floods * files; n++) {
    simulation.create({ organizationId: 1 + (n % floods), rows, kind: 'new', isInline: false });
  }
  await simulation.clock.run(() => simulation.clock.now() > FLOOD_SECONDS, LIMIT);
  const during = await timeProbes(simulation, samples);
  const shares = Array.from({ length: floods }, (_, n) => rowsMerged(simulation, 1 + n));
  const outcome = outcomeOf(simulation);
  if (simulation.completed() >= floods * files) throw new Error('The files ended before the imports next to them.');
  const most = Math.max(...shares);
  return { ...outcome, alone, during, leastShare: most === 0 ? null : Math.min(...shares) / most };
}

/** Imports of an organization of its own, one after the other. @returns the median seconds by rows */
async function timeProbes(simulation: Simulation, samples: number): Promise<Record<number, number>> {
  const times: Record<number, number[]> = { 100: [], 50_000: [] };
  for (const order of [SMALL, MEDIUM]) {
    for (let n = 0; n < samples; n++) {
      const row = simulation.create({ ...order, organizationId: PROBE });
      await simulation.clock.run(() => row.endedAt !== null, LIMIT);
      times[order.rows]!.push(row.endedAt! - row.createdAt);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([rows, seconds]) => [rows, quantile(seconds, 0.5)]));
}

const SMALL: Omit<ImportOrder, 'organizationId'> = { rows: 100, kind: 'new', isInline: true };
const MEDIUM: Omit<ImportOrder, 'organizationId'> = { rows: 50_000, kind: 'new', isInline: false };
const PROBE = 1_000_000;
/** Until the flood stages and merges. */
const FLOOD_SECONDS = 10;
const PAUSE = 1;
/** Seconds of virtual time. */
const LIMIT = 30 * 86_400;

function outcomeOf({ clock, temporal, imports, problems, deaths, load }: Simulation): Outcome {
  const { events, changes, actions, timeouts, replays } = temporal.figures;
  const seconds = clock.now();
  return {
    ...{ seconds, deaths: deaths(), timeouts, replays, load: load(), problems },
    ...{
      eventsPerImport: events / imports.size,
      changesPerSecond: changes / seconds,
      actionsPerSecond: actions / seconds,
    },
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
