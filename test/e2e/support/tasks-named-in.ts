/** A task as the Temporal UI names it. */
interface NamedTask {
  readonly number: number;
  readonly total: number;
  readonly rows: number;
}

/** The tasks of summaries such as "chunk 3, 8 in all, about 50 rows" or "chunks 0 to 2, 8 in all, about 50 rows each", in their order. */
export function tasksNamedIn(summaries: readonly string[], task: string): NamedTask[] {
  const pattern = new RegExp(`^${task}s? (\\d+)(?: to (\\d+))?, (\\d+) in all, about (\\d+) rows(?: each)?$`);
  const named = summaries.flatMap((summary) => {
    const [, first, last = first, total, rows] = pattern.exec(summary) ?? [];
    if (first === undefined) return [];
    const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i);
    return numbers.map((number) => ({ number, total: Number(total), rows: Number(rows) }));
  });
  return named.sort((a, b) => a.number - b.number);
}

/** All tasks of an import of 400 rows that has so many. */
export function inAll(total: number): NamedTask[] {
  return Array.from({ length: total }, (_, number) => ({ number, total, rows: Math.round(400 / total) }));
}
