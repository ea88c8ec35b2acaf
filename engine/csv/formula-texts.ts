/** A formula that is a text alone, as spreadsheets write one to keep its zeros: `="00501"`. */
const FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/;

/** The text of a cell that is written as a formula of text; null for any other cell. */
export function formulaText(cell: string): string | null {
  if (!cell.includes('="')) return null;
  return FORMULA.exec(cell)?.[1]?.replaceAll('""', '"') ?? null;
}
