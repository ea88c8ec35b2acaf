import { fstatSync } from 'node:fs';

const STDOUT = 1;

/** The query of a CSV that is written to stdout: with a byte order mark where that is a file, which a spreadsheet may open. */
export function spreadsheetQuery(): { bom?: true } {
  return fstatSync(STDOUT).isFile() ? { bom: true } : {};
}
