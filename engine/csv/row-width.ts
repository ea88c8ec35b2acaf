const BEGINNING = 'The number of columns is ';
const REASON = new RegExp(`^${BEGINNING}\\d+ instead of (\\d+)\\.$`);

/** Reason of the failure of a row that has more or fewer cells than the import has columns. */
export function wrongWidth(cells: number, columns: number): string {
  return `${BEGINNING}${cells} instead of ${columns}.`;
}

/**
 * Whether a row fails for its number of cells. Blank ones behind the last column are none: spreadsheets and programs end lines
 * with separators.
 */
export function hasOtherWidth(fields: readonly string[], columns: number): boolean {
  if (fields.length === columns) return false;
  return fields.length < columns || fields.slice(columns).some((cell) => cell.trim() !== '');
}

/**
 * Compiles the function that finds that sentence in a row of a failed log that is imported again: behind the columns of its
 * file it is right; elsewhere the row is as wrong as it was, and a spreadsheet has made it as wide as the others. It
 * returns why the row fails, null for other rows. Only a file whose last column is skipped can be a failed log.
 */
export function compileMisplacedReason(
  mapping: readonly string[],
): ((fields: readonly string[]) => string | null) | null {
  if (mapping.at(-1) !== '') return null;
  return (fields) => {
    for (const [index, field] of fields.entries()) {
      if (!field.startsWith(BEGINNING)) continue;
      const columns = REASON.exec(field.trim())?.[1];
      if (columns === undefined || Number(columns) === index) continue;
      const entry = mapping[index] ?? '';
      return entry === '' ? field.trim() : `${entry} has the reason of a failed log: ${field.trim()}`;
    }
    return null;
  };
}
