/** Characters of a header of preferences that are read: what is behind them is none of this service's. */
const READ_CHARACTERS = 1_000;
const PREFERENCES = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;
const HANDLING = /^\s*handling\s*=\s*(?:"(strict|lenient)"|(strict|lenient))\s*(?:;|$)/i;

/** The header of a call that wants unknown names refused. */
export const STRICT = 'handling=strict';

/** Whether a call prefers that unknown names are refused (RFC 7240): of several preferences of that name, the first one counts. */
export function prefersStrict(header: string | readonly string[] | undefined): boolean {
  const text = [header ?? ''].flat().join(',').slice(0, READ_CHARACTERS);
  for (const [preference] of text.matchAll(PREFERENCES)) {
    const handling = HANDLING.exec(preference);
    if (handling !== null) return (handling[1] ?? handling[2] ?? '').toLowerCase() === 'strict';
  }
  return false;
}
