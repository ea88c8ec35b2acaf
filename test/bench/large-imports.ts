import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import type { Counter } from '../../engine/domain/subscriber-imports.ts';
import type { BenchList } from './api-client.ts';
import type { Bench } from './bench.ts';
import type { Usage } from './processes.ts';
import { PARTS, readUsage, resetPeaks, usageBetween } from './processes.ts';
import type { Variant } from './rows.ts';
import { writeCsv } from './rows.ts';
import { timeImport } from './timed-import.ts';
import type { ImportOrder } from './timed-import.ts';
import type { JobHistory } from './timeline.ts';
import { readJobHistory } from './timeline.ts';

export type StepName = 'new' | 'unchanged' | 'changed' | 'overwrite off';

/** An import of the whole file, and what has to become of it. */
export interface Step {
  readonly name: StepName;
  readonly file: Variant;
  readonly overwrite: boolean;
  /** The counter that every row is counted by. */
  readonly counter: Counter;
  /** The values that the list holds afterwards. */
  readonly leaves: Variant;
}

/** Measurements of one import. */
export interface Sample {
  readonly id: number;
  readonly name: StepName;
  /** From the POST to the GET that says finished. */
  readonly seconds: number;
  readonly history: JobHistory;
  /** Processor seconds and peaks of this import; null where the system does not tell. */
  readonly usage: Usage | null;
  /** Sentences about counters, values and processes; empty when all is exactly right. */
  readonly problems: readonly string[];
}

/** In this order: each finds the list as the one before has left it. */
export const STEPS = [
  { name: 'new', file: 0, overwrite: false, counter: 'added', leaves: 0 },
  { name: 'unchanged', file: 0, overwrite: true, counter: 'updated', leaves: 0 },
  { name: 'changed', file: 1, overwrite: true, counter: 'updated', leaves: 1 },
  { name: 'overwrite off', file: 0, overwrite: false, counter: 'skipped_overwrite', leaves: 1 },
] as const satisfies readonly Step[];

/** Puts variants of the file into the upload directory. */
export async function provideFiles({ config, args }: Bench, variants: readonly Variant[] = [0, 1]): Promise<void> {
  const directory = join(config.uploadsDir, SYSTEM_ORGANIZATION);
  await mkdir(directory, { recursive: true });
  for (const variant of variants) await writeCsv(join(directory, FILES[variant]), args.rows, variant);
}

/** Imports one variant of the file into the list and checks what came of it. */
export async function takeStep(bench: Bench, list: BenchList, step: Step): Promise<Sample> {
  const { api, client, signal } = bench;
  const order = { ...largeOrder(list, step.file, bench), overwrite: step.overwrite, counter: step.counter };
  await resetPeaks();
  const before = await readUsage();
  const { id, seconds, problems } = await timeImport(api, order, signal);
  const after = await readUsage();
  return {
    id,
    name: step.name,
    seconds,
    history: await readJobHistory(client, subscriberImportWorkflowId(id, '')),
    usage: usageBetween(before, after),
    problems: [...problems, ...restarts(before, after), ...(await wrongValues(bench, list, step.leaves))],
  };
}

/** An import of a variant of the file that overwrites what the list holds. */
export function largeOrder(list: BenchList, file: Variant, { args }: Pick<Bench, 'args'>): ImportOrder {
  const source = { type: 'upload_directory', filename: FILES[file] };
  return { listId: list.id, source, overwrite: true, rows: args.rows, counter: 'updated', pollMs: POLL_MS };
}

const FILES = ['bench-0.csv', 'bench-1.csv'] as const;
/** The folder of its files below UPLOADS_DIR. */
export const SYSTEM_ORGANIZATION = '1';
const POLL_MS = 100;

/** A part that was started again during an import spoils its figures. */
function restarts(before: Usage | null, after: Usage | null): string[] {
  return PARTS.filter((part) => before?.[part]?.pid !== after?.[part]?.pid).map(
    (part) => `The ${part} process ended during an import and was started again.`,
  );
}

/** The counters say what the engine believes it did; this looks at what the table holds. */
async function wrongValues({ pool, args }: Bench, list: BenchList, variant: Variant): Promise<string[]> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*) as n from subscribers
      where mailing_list_id = $1 and status = 'active' and (custom_fields ->> $2)::bigint % 2 = $3`,
    [list.id, String(list.fieldIds[2]), variant],
  );
  const found = rows[0]?.n ?? 0;
  return found === args.rows ? [] : [`The list holds ${found} rows with the values of the file, not ${args.rows}.`];
}
