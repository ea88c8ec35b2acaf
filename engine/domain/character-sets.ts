/** Encodings that Node's TextDecoder lacks: two of the WHATWG Encoding Standard, and those of DOS in the West and in Central Europe. */
const OWN_CHARACTER_SETS: ReadonlyMap<string, string> = new Map([
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
