const CELLS = 20;

/** A bar of 20 cells as inline code of Markdown; full when there is nothing to do. */
export function progressBar(done: number, total: number): string {
  const cells = total === 0 ? CELLS : Math.min(CELLS, Math.floor((done / total) * CELLS));
  return `\`${'█'.repeat(cells)}${'░'.repeat(CELLS - cells)}\``;
}
