/** A cell of COPY's text format; null is NULL. */
export type CopyValue = string | number | boolean | null;

/** One row as a line of COPY's text format. */
export function copyLine(row: readonly CopyValue[]): string {
  let line = '';
  for (let i = 0; i < row.length; i++) {
    const value = row[i];
    if (i > 0) line += '\t';
    if (value === null || value === undefined) line += '\\N';
    else if (typeof value === 'string') line += SPECIAL.test(value) ? value.replace(ALL_SPECIAL, escape) : value;
    else if (typeof value === 'boolean') line += value ? 't' : 'f';
    else line += String(value);
  }
  return line + '\n';
}

const SPECIAL = /[\\\t\n\r]/;
const ALL_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escape(character: string): string {
  return ESCAPES[character] ?? character;
}
