import type { Attack } from '../attack.ts';

/** Cells that patterns for numbers backtrack in, and rows that keep one thread busy. */
export const numberCells: Attack = {
  name: 'number-cells',
  title: 'number cells of 250 KB and rows of 400 KB, and cancels of their imports',
  play: async ({ startImport, finishImports, random, size }) => {
    const cells = ['1'.repeat(250_000) + 'x', '0'.repeat(250_000) + '.', '-'.repeat(250_000), '1,'.repeat(125_000)];
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const rows = cells.map((cell, i) => `n${i}@example.com,Rome,1,${quoted(cell)}`);
    const wide = `wide@example.com,${quoted('x'.repeat(400_000))},1,1`;
    const column_mapping = ['email', 'City', 'Score', 'Weight'];
    const files = [
      ...rows.map((row) => `email,city,score,weight\n${`${row}\n`.repeat(size === 'full' ? 20 : 2)}`),
      `email,city,score,weight\n${`${wide}\n`.repeat(size === 'full' ? 40 : 4)}`,
    ];
    const ids: (number | null)[] = [];
    for (const content of random.shuffled(files)) {
      ids.push(await startImport({ type: 'json', content }, { column_mapping }));
    }
    await finishImports(ids, size === 'full' ? 20_000 : 5_000);
  },
};
