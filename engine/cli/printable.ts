const CHARACTERS = 500;

/** A text of a client for a terminal: without control characters, which it would interpret, and cut to `most` characters. */
export function printable(name: string, most = CHARACTERS): string {
  const text = name.replaceAll(/\p{C}/gu, '?');
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
