import { printable } from './printable.ts';

/** Writes lines to stdout, without the control characters of a client's texts. */
export function printLines(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${printable(line, Infinity)}\n`);
}

/** Writes records to stdout, one a line: as JSON, or as a table of these cells. */
export function printRecords<Record>(
  records: readonly Record[],
  { json, cells }: { readonly json: true | undefined; readonly cells: (record: Record) => readonly string[] },
): void {
  printLines(json === true ? records.map((each) => JSON.stringify(each)) : table(records.map(cells)));
}

/** The columns of a table begin below each other; two blanks separate them. */
function table(rows: readonly (readonly string[])[]): string[] {
  const [first = []] = rows;
  const widths = first.map((_, at) => rows.reduce((width, cells) => Math.max(width, cells[at]?.length ?? 0), 0));
  return rows.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
