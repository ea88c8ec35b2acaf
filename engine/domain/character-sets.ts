/** UTF-8 that was taken for windows-1252 and encoded once more: `Ã¼` is ü. */
export const UTF8_TWICE = 'utf-8-twice';

/** Encodings that Node's TextDecoder lacks: two of the WHATWG Encoding Standard, those of DOS in the West and in Central Europe, and an accident. */
const OWN_CHARACTER_SETS: ReadonlyMap<string, string> = new Map([
  [UTF8_TWICE, UTF8_TWICE],
  ...['iso-8859-16', 'x-user-defined', 'cp437', 'cp850', 'cp852'].map((name) => [name, name] as const),
  ...['437', '850', '852'].map((number) => [`ibm${number}`, `cp${number}`] as const),
]);

/**
 * The encoding that a label of the WHATWG Encoding Standard names, or one of DOS, in lower case: "Latin1" and "ISO-8859-1" are windows-1252. Null for
 * another label, and for encodings that the standard replaces because they are unsafe.
 */
export function characterSetOf(label: string): string | null {
  const plain = label.trim().toLowerCase();
  const own = OWN_CHARACTER_SETS.get(plain);
  if (own !== undefined) return own;
  try {
    return new TextDecoder(plain).encoding;
  } catch {
    return null;
  }
}

/** Whether a label names UTF-8. */
export function isUtf8Label(label: string): boolean {
  return characterSetOf(label) === 'utf-8';
}

/** The encoding of a text that was sent as one, whatever the client calls it: UTF-8, unless its letters were encoded twice before. */
export function characterSetOfText(label: string): string {
  return characterSetOf(label) === UTF8_TWICE ? UTF8_TWICE : 'UTF-8';
}
