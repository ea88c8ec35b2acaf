import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';
import type { ColumnRules } from '../../engine/domain/column-rules.ts';
import type { Counter } from '../../engine/domain/subscriber-imports.ts';
import type { ApiClient } from './api-client.ts';
import { COLUMNS } from './rows.ts';

/** An import to time: where its rows are, and into which one counter all of them belong. */
export interface ImportOrder {
  readonly listId: number;
  readonly source: { readonly type: string; readonly filename?: string; readonly content?: string };
  readonly overwrite: boolean;
  /** Absent: the columns of the usual file. */
  readonly mapping?: readonly string[];
  readonly rules?: ColumnRules | null;
  readonly rows: number;
  readonly counter: Counter;
  readonly pollMs: number;
  readonly onCreated?: (id: number) => void;
}

/** Result of an import; `problems` are sentences about counters that are not exactly right. */
export interface TimedImport {
  readonly id: number;
  readonly seconds: number;
  readonly problems: readonly string[];
}

/** Imports through the API and waits for its end. @throws Error when it ends otherwise than finished. */
export async function timeImport(api: ApiClient, order: ImportOrder, signal: AbortSignal): Promise<TimedImport> {
  const startedAt = performance.now();
  let detail = await startImport(api, order);
  order.onCreated?.(detail.id);
  for (;;) {
    if (detail.state === 'finished') {
      return { id: detail.id, seconds: (performance.now() - startedAt) / 1000, problems: problemsOf(detail, order) };
    }
    if (detail.state === 'failed' || detail.state === 'cancelled') {
      throw new Error(`Import ${detail.id} has ${detail.state}: ${detail.error_message ?? 'no reason given'}`);
    }
    await delay(order.pollMs, undefined, { signal });
    detail = await readImport(api, detail.id);
  }
}

/** Creates an import and answers its first detail. */
export async function startImport(api: ApiClient, order: ImportOrder): Promise<ImportDetail> {
  const { source: file_source, overwrite, mapping: column_mapping = COLUMNS, rules: column_rules = null } = order;
  const subscriber_import = { column_mapping, column_rules, file_source, overwrite };
  return importDetail.parse(await api.post(`/mailing_lists/${order.listId}/subscriber_imports`, { subscriber_import }));
}

/** Reads an import's detail. */
export async function readImport(api: ApiClient, id: number): Promise<ImportDetail> {
  return importDetail.parse(await api.get(`/subscriber_imports/${id}`));
}

const importDetail = z.object({
  id: z.number().int(),
  state: z.string(),
  error_message: z.string().nullable(),
  stats: z.object({
    number_of_records: z.number().nullable(),
    records_imported: z.number(),
    subscribers: z.record(z.number()),
  }),
});

export type ImportDetail = z.infer<typeof importDetail>;

function problemsOf({ id, stats }: ImportDetail, { rows, counter }: ImportOrder): string[] {
  const expected = Object.fromEntries(COUNTERS.map((name) => [name, name === counter ? rows : 0]));
  const wanted = { number_of_records: rows, records_imported: rows, ...expected };
  const { subscribers, ...totals } = stats;
  const found: Readonly<Record<string, number | null>> = { ...subscribers, ...totals };
  return Object.entries(wanted).flatMap(([name, value]) =>
    found[name] === value ? [] : [`Import ${id}: ${name} is ${found[name]} instead of ${value}.`],
  );
}
