import { createPool } from '../db/core/pool.ts';
import type { RowWork, TableLock } from '../db/schema/effects.ts';
import { planMigrations } from '../db/schema/plan.ts';
import type { PlannedMigration, PlannedStep } from '../db/schema/plan.ts';
import { loadConfig } from '../platform/config.ts';
import { ConfigurationError } from '../platform/errors.ts';

/** `npx sluice migrate --plan`: prints what the pending migrations do to the database of DATABASE_URL, and changes nothing. */
export async function printMigrationPlan(isJson: boolean): Promise<void> {
  const { databaseUrl } = loadConfig();
  if (databaseUrl === undefined) throw new ConfigurationError(['DATABASE_URL is not set.']);
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'sluice-cli' });
  try {
    const plan = await planMigrations(pool);
    const lines = isJson ? [JSON.stringify({ migrations: plan })] : planLines(plan);
    for (const line of lines) process.stdout.write(`${line}\n`);
  } finally {
    await pool.end();
  }
}

/** The lines that an operator reads. */
export function planLines(plan: readonly PlannedMigration[]): readonly string[] {
  return plan.length === 0 ? ['The schema is up to date.'] : plan.flatMap(migrationLines);
}

function migrationLines(planned: PlannedMigration): readonly string[] {
  const { version, name, description, steps } = planned;
  const lines = [servesLine(planned), ...steps.map(stepLine)];
  return [`${version} ${name}: ${description}`, ...lines.map((line) => `   ${line}`)];
}

function servesLine({ version, servesFrom, isOutsideTransaction }: PlannedMigration): string {
  const how = isOutsideTransaction ? 'Each statement by itself' : 'One transaction';
  if (servesFrom === null) return `${how}. Earlier versions continue.`;
  return servesFrom === version
    ? `${how}. Processes of earlier versions stop.`
    : `${how}. Versions from schema ${servesFrom} on continue.`;
}

function stepLine({ action, table, lock, work, size, atLeastSeconds, indexSeconds }: PlannedStep): string {
  if (table === null || lock === null || work === null) return `${action}: not known`;
  const rows = size?.rows ?? null;
  const sizeText =
    size === null
      ? 'size not known'
      : `${rows === null ? 'rows not known' : `about ${rows.toLocaleString('en')} rows`}, ${(size.bytes / 2 ** 20).toFixed(0)} MiB`;
  return [`${table}: ${action}`, LOCKS[lock], WORK[work], sizeText, timeText(atLeastSeconds, indexSeconds)].join('; ');
}

function timeText(atLeastSeconds: number | null, indexSeconds: number | null): string {
  if (atLeastSeconds === null) return 'time not known';
  if (atLeastSeconds === 0) return 'a moment';
  const index =
    indexSeconds === 0
      ? ''
      : indexSeconds === null
        ? ', and the index, whose time is not known'
        : `, and about ${Math.ceil(indexSeconds)} s for the index`;
  return `at least ${Math.ceil(atLeastSeconds)} s${index}`;
}

const LOCKS: Readonly<Record<TableLock, string>> = {
  'access exclusive': 'calls that use the table wait',
  'share row exclusive': 'calls that write the table wait',
  share: 'calls that write the table wait',
  'share update exclusive': 'no call waits',
  'row exclusive': 'calls that change the same rows wait',
};

const WORK: Readonly<Record<RowWork, string>> = {
  none: 'reads no rows',
  scan: 'reads all rows',
  index: 'reads all rows and builds an index',
  'concurrent index': 'reads all rows twice and builds an index',
  rewrite: 'writes all rows again',
  update: 'changes rows in one transaction',
  batches: 'changes rows in batches',
};
