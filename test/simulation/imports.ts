import { isSmallImport } from '../../engine/domain/import-size.ts';
import { createSlots } from './slots.ts';
import type { Slots } from './slots.ts';

/** Effect of an import's rows on the list. */
export type RowKind = 'new' | 'changed';

/** An import that a client of the simulation creates. */
export interface ImportOrder {
  readonly organizationId: number;
  readonly rows: number;
  readonly kind: RowKind;
  /** Inline content of a few KiB, which is tried in one local activity. */
  readonly isInline: boolean;
}

/** One task of an import as the ledger has it. */
export interface LedgerTask {
  readonly rows: number;
  /** Rows whose transaction is committed. */
  done: number;
  /** Transactions that were committed. */
  commits: number;
  /** The lock of its row in the ledger. */
  readonly lock: Slots;
}

/** An import as Postgres has it. */
export interface ImportRow extends ImportOrder {
  readonly id: number;
  readonly createdAt: number;
  readonly bytes: number;
  readonly isSmall: boolean;
  /** The lock of the counts of its list; each import of the simulation has a list of its own. */
  readonly list: Slots;
  turn: 'none' | 'waits' | 'has';
  /** Null until the source is scanned. */
  ranges: readonly LedgerTask[] | null;
  chunks: readonly LedgerTask[];
  state: string;
  endedAt: number | null;
  /** Called when its end is recorded. */
  onEnd: () => void;
}

/** Creates the row of an import. */
export function createImport(
  order: ImportOrder,
  given: { id: number; createdAt: number; bytesPerRow: number },
): ImportRow {
  const { id, createdAt, bytesPerRow } = given;
  const bytes = Math.ceil(order.rows * bytesPerRow);
  return {
    ...{ ...order, id, createdAt, bytes, isSmall: isSmallImport({ records: null, bytes }) },
    ...{ list: createSlots(1), turn: 'none', ranges: null, chunks: [], state: 'scheduled', endedAt: null },
    onEnd: () => undefined,
  };
}

/** Divides rows into tasks of about the same size. */
export function tasksOf(rows: number, count: number): LedgerTask[] {
  return Array.from({ length: count }, (_, index) => {
    const size = Math.floor((rows * (index + 1)) / count) - Math.floor((rows * index) / count);
    return { rows: size, done: 0, commits: 0, lock: createSlots(1) };
  });
}

/** Commits rows of a task. @throws Error when they are committed already */
export function commit(task: LedgerTask, from: number, rows: number): void {
  if (task.done !== from || from + rows > task.rows) {
    throw new Error(`Rows ${from} to ${from + rows} of ${task.rows} were committed while ${task.done} were done.`);
  }
  task.done += rows;
  task.commits++;
}

/** Rows of the import that are merged. */
export function mergedRows({ chunks }: ImportRow): number {
  return chunks.reduce((sum, { done }) => sum + done, 0);
}

/** Faults of an import that has ended, by its ledger and the view that its workflow returned; empty when all is right. */
export function problemsOf(row: ImportRow, view: unknown): string[] {
  const { state, counters = {} } = view as { state: string; counters?: Record<string, number> };
  const counted = counters[row.kind === 'new' ? 'added' : 'updated'] ?? 0;
  const tasks = [...(row.ranges ?? []), ...row.chunks];
  const problems = [
    state === 'finished' ? '' : `is ${state}`,
    row.state === state ? '' : `is recorded as ${row.state}`,
    counted === row.rows ? '' : `counts ${counted} of ${row.rows} rows`,
    mergedRows(row) === row.rows ? '' : `has merged ${mergedRows(row)} of ${row.rows} rows`,
    tasks.every(({ done, rows }) => done === rows) ? '' : 'has tasks that are not done',
    (row.ranges ?? []).every(({ commits }) => commits <= 1) ? '' : 'has staged a range twice',
  ];
  return problems.filter((problem) => problem !== '').map((problem) => `Import ${row.id} ${problem}.`);
}
