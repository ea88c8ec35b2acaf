import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { ActivityDeps } from '../../engine/activities/deps.ts';
import { readRange } from '../../engine/csv/read-range.ts';
import { compileRow } from '../../engine/csv/row.ts';
import { readImport, readRowPlan } from '../../engine/db/imports/record.ts';
import { readRanges } from '../../engine/db/imports/ledger.ts';
import { dropStaging } from '../../engine/db/imports/staging.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import { sourceKey } from '../../engine/files/source-key.ts';
import { attempt } from '../engine/activities/pipeline.ts';
import { DEFAULTS } from '../support/import-options.ts';
import { timeCopy } from './copy-rate.ts';
import { STEPS } from './large-imports.ts';
import { readUsage } from './processes.ts';
import { COLUMNS, writeCopyText, writeCsv } from './rows.ts';

/** Cost of one part of the work, in processor microseconds for each row of the file. */
export interface Cost {
  readonly work: string;
  readonly node: number;
  /** NaN where the system does not tell. */
  readonly postgres: number;
}

/** Does the activities of the four imports one after the other, with nothing beside them, and counts processor time. */
export async function measureCosts(deps: ActivityDeps, dir: string, rows: number): Promise<Cost[]> {
  const costs: Cost[] = [];
  const cost = async (work: string, perform: () => Promise<void>) => {
    const before = await cpuSeconds();
    await perform();
    const after = await cpuSeconds();
    const perRow = (seconds: number) => (seconds / rows) * 1e6;
    costs.push({ work, node: perRow(after.node - before.node), postgres: perRow(after.postgres - before.postgres) });
  };
  const list = await createList(deps.pool);
  const csv = [join(dir, '0.csv'), join(dir, '1.csv')] as const;
  for (const variant of [0, 1] as const) await writeCsv(csv[variant], rows, variant);

  for (const [index, step] of STEPS.entries()) {
    const importId = index + 1;
    const options = { ...OPTIONS, overwrite: step.overwrite };
    await deps.pool.query(
      `insert into subscriber_imports (id, organization_id, mailing_list_id, begins_at, options, policy)
       values ($1, 1, $2, now(), $3, '{}')`,
      [importId, list.id, options],
    );
    await deps.files.write(sourceKey({ id: importId, jobKey: null }), createReadStream(csv[step.file]));

    let tasks = { ranges: 0, chunks: 0 };
    await cost(`${step.name}: scan`, async () => {
      tasks = await attempt(deps, 'scanSource', { importId });
    });
    if (index === 0) await costParsing(deps, importId, cost);
    await cost(`${step.name}: stage`, async () => {
      for (let number = 0; number < tasks.ranges; number++) await attempt(deps, 'stageRange', { importId, number });
    });
    await cost(`${step.name}: merge`, async () => {
      for (let number = 0; number < tasks.chunks; number++) await attempt(deps, 'mergeChunk', { importId, number });
    });
    await dropStaging(deps.pool, importId);
  }
  const copyText = join(dir, 'rows.copy');
  await writeCopyText(copyText, rows, list);
  await cost('plain COPY', async () => void (await timeCopy(deps.pool, copyText)));
  return costs;
}

/** The parts of staging that can be had alone. */
async function costParsing(
  { pool, files }: ActivityDeps,
  importId: number,
  cost: (work: string, perform: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const record = await readImport(pool, importId);
  const toRow = compileRow(await readRowPlan(pool, record));
  const format = record.options.file_format;
  const ranges = await readRanges(pool, importId);
  const read = async (take: (rows: Parameters<typeof toRow>[0][]) => void) => {
    for (const { start, end, firstRow } of ranges) {
      for await (const slice of readRange(
        files.read(sourceKey({ id: importId, jobKey: null }), { start, end }),
        format,
        { firstRow },
      )) {
        take(slice);
      }
    }
  };
  await cost('parse alone', () => read(() => undefined));
  await cost('parse and validate alone', () => read((slice) => slice.forEach((row) => toRow(row))));
}

async function createList(pool: Pool): Promise<{ id: number; fieldIds: number[] }> {
  await pool.query(`insert into organizations (id, name) values (1, 'Bench') on conflict do nothing`);
  const lists = await pool.query<{ id: number }>(
    `insert into mailing_lists (organization_id, name) values (1, 'Bench') returning id`,
  );
  const id = lists.rows[0]?.id ?? 0;
  const fields = await pool.query<{ id: number }>(
    `insert into custom_fields (organization_id, mailing_list_id, name, field_type)
     values (1, $1, 'First Name', 'text'), (1, $1, 'City', 'text'), (1, $1, 'Score', 'number') returning id`,
    [id],
  );
  return { id, fieldIds: fields.rows.map((field) => field.id) };
}

const OPTIONS: ImportOptions = {
  ...DEFAULTS,
  column_mapping: [...COLUMNS],
  file_format: { ...DEFAULTS.file_format, csv_has_headers: true },
};

async function cpuSeconds(): Promise<{ node: number; postgres: number }> {
  const { user, system } = process.cpuUsage();
  const usage = await readUsage();
  return { node: (user + system) / 1e6, postgres: usage?.postgres?.cpuSeconds ?? NaN };
}
