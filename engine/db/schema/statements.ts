/**
 * Splits a script of SQL into its statements, without comments and semicolons. Bodies of functions must be quoted (`$$ … $$`),
 * not `begin atomic`.
 */
export function splitStatements(script: string): readonly string[] {
  const statements: string[] = [];
  let statement = '';
  for (let at = 0; at < script.length;) {
    const end = tokenEnd(script, at);
    const token = script.slice(at, end);
    at = end;
    if (token === ';') {
      statements.push(statement);
      statement = '';
    } else {
      statement += isComment(token) ? '\n' : token;
    }
  }
  return [...statements, statement].map((each) => each.trim()).filter((each) => each !== '');
}

function isComment(token: string): boolean {
  return token.startsWith('--') || token.startsWith('/*');
}

/** Returns the end of the token that begins at a place: a comment, something quoted, or one character. */
function tokenEnd(script: string, at: number): number {
  const dollars = dollarQuote(script, at);
  if (dollars !== null) return endOf(script, dollars, at + dollars.length);
  if (script.startsWith('--', at)) return endOf(script, '\n', at);
  if (script.startsWith('/*', at)) return endOf(script, '*/', at + 2);
  const first = script.charAt(at);
  // A doubled quote is read as two strings in a row.
  return first === "'" || first === '"' ? endOf(script, first, at + 1) : at + 1;
}

/** The `$$` or `$name$` at a place; null where none begins. */
function dollarQuote(script: string, at: number): string | null {
  if (script.charAt(at) !== '$') return null;
  return /^\$(?:[a-z_]\w*)?\$/i.exec(script.slice(at, at + LONGEST_NAME + 2))?.[0] ?? null;
}

/** Of an identifier of Postgres, in bytes. */
const LONGEST_NAME = 63;

function endOf(script: string, mark: string, from: number): number {
  const found = script.indexOf(mark, from);
  return found === -1 ? script.length : found + mark.length;
}
