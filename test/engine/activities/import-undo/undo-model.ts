import type { UndoOutcome } from '../../../../engine/domain/import-undos.ts';

type Value = string | boolean | null;

/** A subscriber as the table holds it; each custom field is a value of its own, which is absent where it is unset. */
export interface ModelRow {
  readonly id: number;
  readonly key: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** The result of an undo: the addresses of each outcome, the number of those that were deleted, and the list after it. */
export interface ModelUndo {
  readonly addresses: Readonly<Partial<Record<UndoOutcome | 'reactivated', readonly string[]>>>;
  readonly gone: number;
  readonly rows: readonly ModelRow[];
}

/** One write of a subscriber; `before` and `after` are those of an import, both null for another writer. */
interface Write {
  readonly importId: number | null;
  readonly before: ModelRow | null;
  readonly after: ModelRow | null;
}

/** The rules of an undo in the plainest form (docs/undo.md): it is told of each write, in order, and keeps them all in memory. */
export class UndoModel {
  /** The writes of each subscriber by id; those that an undo has taken back are none. */
  readonly #writes = new Map<number, Write[]>();
  /** Ids that each import has changed or found, until it is undone. */
  readonly #claims = new Map<number, Set<number>>();
  /** By id, the last import before which a subscriber left. */
  readonly #left = new Map<number, number>();
  #lastImportId = 0;

  /** Notes an import, by the list before and after it and the keys of its file. */
  noteImport(
    importId: number,
    before: readonly ModelRow[],
    after: readonly ModelRow[],
    keys: ReadonlySet<string>,
  ): void {
    const old = new Map(before.map((row) => [row.id, row]));
    const claims = new Set<number>();
    for (const row of after) {
      const former = old.get(row.id) ?? null;
      const isWritten = former === null || changedColumns(former, row).length > 0;
      if (isWritten) this.#writesOf(row.id).push({ importId, before: former, after: row });
      if (former !== null && (isWritten || keys.has(row.key))) claims.add(row.id);
    }
    this.#claims.set(importId, claims);
    this.#lastImportId = importId;
  }

  /** Notes another writer of a subscriber, and whether by this write it left, bounced or complained. */
  noteWrite(id: number, { hasLeft }: { readonly hasLeft: boolean }): void {
    this.#writesOf(id).push({ importId: null, before: null, after: null });
    if (hasLeft) this.#left.set(id, this.#lastImportId);
  }

  /** Whether a subscriber left after an import. */
  hasLeftSince(id: number, importId: number): boolean {
    return (this.#left.get(id) ?? 0) >= importId;
  }

  /** Works out the undo of an import on a list, and keeps it in mind unless it is a dry run. */
  undo(importId: number, rows: readonly ModelRow[], { isDryRun }: { readonly isDryRun: boolean }): ModelUndo {
    const present = new Map(rows.map((row) => [row.id, row]));
    const addresses: Partial<Record<UndoOutcome | 'reactivated', string[]>> = {};
    let gone = 0;
    for (const [id, writes] of this.#writes) {
      const at = writes.findIndex((write) => write.importId === importId);
      const write = writes[at];
      if (write === undefined) continue;
      const row = present.get(id);
      if (row === undefined) {
        gone++;
        continue;
      }
      const isAlone = at === writes.length - 1;
      const { outcome, result } = this.#isOfLater(id, importId) ? KEPT_LATER(row) : decide(write, row, isAlone);
      (addresses[outcome] ??= []).push(String(row.values['email']));
      if (result === null) present.delete(id);
      else present.set(id, result);
      if (result !== null && isActive(result) && !isActive(row))
        (addresses.reactivated ??= []).push(String(row.values['email']));
      if (!isDryRun && outcome === 'restored' && isAlone) writes.pop();
    }
    if (!isDryRun) this.#claims.delete(importId);
    return { addresses, gone, rows: [...present.values()] };
  }

  #writesOf(id: number): Write[] {
    const writes = this.#writes.get(id) ?? [];
    this.#writes.set(id, writes);
    return writes;
  }

  #isOfLater(id: number, importId: number): boolean {
    return [...this.#claims].some(([other, ids]) => other > importId && ids.has(id));
  }
}

interface Decision {
  readonly outcome: UndoOutcome;
  /** Null: the subscriber is removed. */
  readonly result: ModelRow | null;
}

const KEPT_LATER = (row: ModelRow): Decision => ({ outcome: 'kept_later', result: row });

/** Decides on a subscriber that no later import has. `isAlone` says that no other writer has come since. */
function decide({ before, after }: Write, row: ModelRow, isAlone: boolean): Decision {
  if (after === null) throw new Error('Another writer is not undone.');
  if (before === null) return isAlone ? { outcome: 'removed', result: null } : { outcome: 'kept_changed', result: row };
  const columns = changedColumns(before, after);
  const names = [...new Set(columns.map(valueOf))];
  const changed = names.map((name) => [name, columns.filter((column) => valueOf(column) === name)] as const);
  const own = changed.filter(([, columns]) => columns.every((column) => of(row, column) === of(after, column)));
  const comesBack = own.some(([name]) => name === 'status') && isActive(before) && !isActive(row);
  const isBlocked = comesBack && !isAlone;
  const back = own.filter(([name]) => !isBlocked || name !== 'status');
  const values = Object.fromEntries(
    back.flatMap(([, columns]) => columns.map((column) => [column, of(before, column)])),
  );
  const result = { ...row, values: withoutUnset({ ...row.values, ...values }) };
  if (isBlocked) return { outcome: 'kept_left', result };
  if (back.length === 0) return { outcome: 'kept_changed', result: row };
  return { outcome: back.length === changed.length ? 'restored' : 'restored_partly', result };
}

/** Columns that are one value together. */
const VALUES: Readonly<Record<string, string>> = {
  remove_time: 'status',
  remove_ip: 'status',
  confirm_time: 'confirmed',
};

function valueOf(column: string): string {
  return VALUES[column] ?? column;
}

function changedColumns(before: ModelRow, after: ModelRow): string[] {
  const columns = new Set([...Object.keys(before.values), ...Object.keys(after.values)]);
  return [...columns].filter((column) => of(before, column) !== of(after, column));
}

function of(row: ModelRow, column: string): Value {
  return row.values[column] ?? null;
}

function isActive(row: ModelRow): boolean {
  return row.values['status'] === 'active';
}

function withoutUnset(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
