/** A bar that is filled as far as the work is done; empty while its amount is unknown. */
export function bar(done: number, total: number | null): string {
  if (total === null) return `[${' '.repeat(CELLS)}]`;
  const cells = total === 0 ? CELLS : Math.min(CELLS, Math.floor((done / total) * CELLS));
  return `[${'#'.repeat(cells)}${'.'.repeat(CELLS - cells)}]`;
}

const CELLS = 20;
